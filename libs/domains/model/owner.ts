import type { BrokenField } from '#platform/model';
import { lastLabel } from '../catalogue/catalogue.js';
import { type Feature, FEATURES, REGISTRY_RULES } from '../catalogue/registry-rules.js';
import type { Owner } from '../contract.js';

export { type Feature, FEATURES };

const rulesOf = (tld: string) => REGISTRY_RULES.get(tld) ?? {};

/** The features that the registry of a TLD supports. */
export const featuresOf = (tld: string): Feature[] =>
  FEATURES.filter(feature => !rulesOf(tld).missingFeatures?.includes(feature));

const BASIC_FIELDS = ['first_name', 'last_name', 'email'];

/** Paths below `owner` that every registration under a TLD requires. */
export const requiredOwnerFields = (tld: string): string[] => [...BASIC_FIELDS, ...(rulesOf(tld).requiredFields ?? [])];

/** The members of `extra` that the registry of a TLD checks, and their valid values. */
export const extraFieldsOf = (tld: string): Readonly<Record<string, readonly string[]>> => rulesOf(tld).extra ?? {};

type Extra = Readonly<Record<string, unknown>>;

/** Drops the members of `extra` that do not concern the TLD. */
export function ownerFor<T extends Owner | null | undefined>(tld: string, owner: T): T {
  if (!owner?.extra) return owner;
  const extra = owner.extra as Extra;
  const keys = Object.keys(extraFieldsOf(tld)).filter(key => isSent(extra[key]));
  return { ...owner, extra: Object.fromEntries(keys.map(key => [key, extra[key]])) };
}

interface Check {
  /** Whether the fields that the registry requires must be present. */
  strict: boolean;
  /** Path of the owner in the request. */
  field: string;
}

/** The fields of a registrant that the registry of a TLD refuses. */
export function ownerProblems(tld: string, owner: Owner, { strict, field }: Check): BrokenField[] {
  const extra = (owner.extra ?? {}) as Extra;
  const required = strict ? requiredFieldsOf(tld, owner) : [];
  const problems = required
    .filter(path => !path.startsWith('extra.') && !isSent(owner[path as keyof Owner]))
    .map(path => ({ field: `${field}.${path}`, message: `is required for a domain under .${tld}` }));
  for (const [key, values] of Object.entries(extraFieldsOf(tld))) {
    const isChecked = isSent(extra[key]) || required.includes(`extra.${key}`);
    if (isChecked && !values.includes(extra[key] as string))
      problems.push({ field: `${field}.extra.${key}`, message: `must be one of ${values.join(', ')}` });
  }
  return problems;
}

/** The required fields, including the field that is required only from owners in other countries. */
function requiredFieldsOf(tld: string, { country }: Owner): string[] {
  const { requiredAbroad } = rulesOf(tld);
  const isAbroad = requiredAbroad && country !== undefined && !requiredAbroad.countries.includes(country);
  return [...requiredOwnerFields(tld), ...(isAbroad ? [`extra.${requiredAbroad.key}`] : [])];
}

/** Optional texts that are blank count as absent, as in other fields. */
const isSent = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');

const MIN_GENERIC_LENGTH = 3;

/**
 * Whether the registrant must confirm the email address: generic TLDs require it (ICANN, "Whois Accuracy Program
 * Specification"), and addresses that begin with `unverified` stay unconfirmed.
 */
export const isUnverified = (email: string, tld: string): boolean =>
  lastLabel(tld).length >= MIN_GENERIC_LENGTH && email.toLowerCase().startsWith('unverified');
