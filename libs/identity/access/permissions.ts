import { invalid } from '#platform/model';

/** The permissions of each scope, with descriptions. Routes require them with `@Requires`. */
const PERMISSIONS = {
  sandbox: {
    'sandbox.search': 'Search domains, prices and TLDs, and read registrations',
    'sandbox.order': 'Order domains and read orders',
    'sandbox.checkout': 'Pay for orders and register their domains',
    'sandbox.events': 'Read events without a webhook receiver',
    'sandbox.control': 'Control the clock and other test conditions of the sandbox',
  },
  live: {
    'registrar.search': 'Search at the live registrar',
    'registrar.order': 'Order at the live registrar',
    'registrar.checkout': 'Check out at the live registrar',
  },
} as const;

export const PERMISSION_DESCRIPTIONS: Readonly<Record<Permission, string>> = {
  ...PERMISSIONS.sandbox,
  ...PERMISSIONS.live,
};

const WILDCARDS = { sandbox: 'sandbox.*', live: 'registrar.*' } as const;

export type Scope = keyof typeof PERMISSIONS;
export type Permission = { [S in Scope]: keyof (typeof PERMISSIONS)[S] }[Scope];

export const scopeOfPermission = (permission: Permission): Scope =>
  permission in PERMISSIONS.live ? 'live' : 'sandbox';

/** The permissions of a scope, and the wildcard that grants all of them. */
export const grantableIn = (scope: Scope): string[] => [...Object.keys(PERMISSIONS[scope]), WILDCARDS[scope]];

export const defaultPermissions = (scope: Scope): string[] =>
  scope === 'sandbox' ? Object.keys(PERMISSIONS.sandbox) : [WILDCARDS.live];

/** Whether the granted permissions include the required one; `registrar.*` includes all that begin with `registrar.`. */
export const includesPermission = (granted: readonly string[], required: Permission): boolean =>
  granted.some(permission =>
    permission.endsWith('.*') ? required.startsWith(permission.slice(0, -1)) : permission === required,
  );

export class UnknownPermission extends invalid({
  code: 'UNKNOWN_PERMISSION',
  description: 'A permission does not exist or does not belong to the scope of the key.',
  reproduce: 'Create a sandbox key with the permission `sandbox.unknown`.',
  message: (permission: string, scope: Scope, known: string[]) =>
    `A ${scope} key cannot have the permission "${permission}"; use ${known.join(', ')}.`,
}) {}

/**
 * Returns the permissions without duplicates.
 * @throws UnknownPermission
 */
export function validatePermissions(scope: Scope, permissions: readonly string[]): string[] {
  const known = grantableIn(scope);
  const unknown = permissions.find(permission => !known.includes(permission));
  if (unknown !== undefined) throw new UnknownPermission(unknown, scope, known);
  return [...new Set(permissions)];
}
