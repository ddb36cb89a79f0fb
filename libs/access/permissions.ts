import { invalid } from '#platform/model';

/** The permissions of each scope. To add one, add it here and name it in `@Requires` of a route. */
const PERMISSIONS = {
  sandbox: ['sandbox.search', 'sandbox.order', 'sandbox.checkout', 'sandbox.events'],
  live: ['registrar.search', 'registrar.order', 'registrar.checkout'],
} as const;

const WILDCARDS = { sandbox: 'sandbox.*', live: 'registrar.*' } as const;

export type Scope = keyof typeof PERMISSIONS;
export type Permission = (typeof PERMISSIONS)[Scope][number];

export const SCOPES = Object.keys(PERMISSIONS) as Scope[];

/** The scope that an API key must have to have a permission. */
export const scopeOf = (permission: Permission): Scope =>
  (PERMISSIONS.live as readonly string[]).includes(permission) ? 'live' : 'sandbox';

/** The permissions of a scope, and the wildcard that grants all of them. */
export const grantableIn = (scope: Scope): string[] => [...PERMISSIONS[scope], WILDCARDS[scope]];

export const defaultPermissions = (scope: Scope): string[] =>
  scope === 'sandbox' ? [...PERMISSIONS.sandbox] : [WILDCARDS.live];

/** Whether the granted permissions include the required one; `registrar.*` includes all that begin with `registrar.`. */
export const grants = (granted: readonly string[], required: Permission): boolean =>
  granted.some(permission =>
    permission.endsWith('.*') ? required.startsWith(permission.slice(0, -1)) : permission === required,
  );

export class UnknownPermission extends invalid({
  code: 'UNKNOWN_PERMISSION',
  description: 'A permission does not exist or does not belong to the scope of the key.',
}) {
  constructor(permission: string, scope: Scope, known: string[]) {
    super(`A ${scope} key cannot have the permission "${permission}"; use ${known.join(', ')}.`);
  }
}

/** @throws UnknownPermission */
export function checkPermissions(scope: Scope, permissions: readonly string[]): string[] {
  const known = grantableIn(scope);
  const unknown = permissions.find(permission => !known.includes(permission));
  if (unknown !== undefined) throw new UnknownPermission(unknown, scope, known);
  return [...new Set(permissions)];
}
