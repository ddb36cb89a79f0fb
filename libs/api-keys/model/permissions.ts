import { Invalid } from '#platform/model';

export type Scope = 'sandbox' | 'live';

/** What a key of each scope can be allowed to do. */
const PERMISSIONS: Record<Scope, readonly string[]> = {
  sandbox: ['sandbox.search', 'sandbox.order', 'sandbox.checkout', 'sandbox.events'],
  live: ['registrar.search', 'registrar.order', 'registrar.checkout'],
};

/** What a key of each scope can be given, all of it at once as one word included. */
export const permissionsFor = (scope: Scope): string[] => [...PERMISSIONS[scope], ALL_OF[scope]];

export const ALL_OF: Record<Scope, string> = { sandbox: 'sandbox.*', live: 'registrar.*' };

export const defaultPermissions = (scope: Scope): string[] =>
  scope === 'sandbox' ? [...PERMISSIONS.sandbox] : [ALL_OF.live];

/** Whether what is granted covers what is needed; `registrar.*` covers all that begins with `registrar.`. */
export const grants = (granted: readonly string[], needed: string): boolean =>
  granted.some(permission =>
    permission.endsWith('.*') ? needed.startsWith(permission.slice(0, -1)) : permission === needed,
  );

/** @throws UnknownPermission */
export function checkPermissions(scope: Scope, permissions: readonly string[]): string[] {
  const known = permissionsFor(scope);
  const unknown = permissions.find(permission => !known.includes(permission));
  if (unknown !== undefined) throw new UnknownPermission(unknown, scope, known);
  return [...new Set(permissions)];
}

class UnknownPermission extends Invalid {
  constructor(permission: string, scope: Scope, known: string[]) {
    super('UNKNOWN_PERMISSION', `A ${scope} key cannot have "${permission}"; it takes ${known.join(', ')}.`);
  }
}
