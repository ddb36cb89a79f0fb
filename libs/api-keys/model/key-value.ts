import type { Scope } from '#identity/access/model';
import { isSecretValue, makeSecretValue } from '#platform/model';

const SCOPES = ['sandbox', 'live'] as const;

const prefixOf = (scope: Scope): string => `ny_${scope}_`;

/** Generates a value; see `makeSecretValue`. */
export const makeKeyValue = (scope: Scope): string => makeSecretValue(prefixOf(scope));

export const isWellFormed = (value: string): boolean => SCOPES.some(scope => isSecretValue(value, prefixOf(scope)));

export const scopeOfKey = (value: string): Scope => (value.startsWith('ny_live_') ? 'live' : 'sandbox');
