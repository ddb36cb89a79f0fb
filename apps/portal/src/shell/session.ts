import { useSuspenseQuery } from '@tanstack/react-query';
import { type AnyRouter, getRouteApi } from '@tanstack/react-router';
import type { PersonView } from '#identity/contract';
import { queries, queryClient } from '../api/queries';
import { stored } from '../lib/local-storage';

/** The person who is logged in, on all pages inside of the shell. */
export const usePerson = () => useSuspenseQuery(queries.session()).data;

export const useIsOperator = () => usePerson().role === 'operator';

export const ROLE_LABELS: Record<PersonView['role'], string> = { operator: 'Operator', developer: 'Developer' };

const tenantRoute = getRouteApi('/session/t/$tenant');

export const useTenant = () => tenantRoute.useParams().tenant;

/** Opens a page of the tenant in the address, such as `./keys`. */
export const useTenantNavigate = () => tenantRoute.useNavigate();

export const lastTenant = stored('tenant');

/** Set after a login, because scripts cannot read the session cookie. */
const loggedIn = stored('known');

/** Whether a session may exist, also if the browser blocks the storage. Saves new visitors a request that would fail. */
export const mayHaveSession = () => loggedIn.get('1') !== null;

export const noteSession = (exists: boolean) => loggedIn.set(exists ? '1' : null);

/** Shows the login page after a session has ended; after the login, the user returns to the page `back`. */
export async function leave(router: AnyRouter, back?: string): Promise<void> {
  noteSession(false);
  await router.navigate({ to: '/login', search: { back } });
  // Keeps active queries, which the login page has begun.
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.getMutationCache().clear();
}
