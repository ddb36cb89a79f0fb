import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { q } from '../api/queries';

/** Who is logged in; the shell is only there when somebody is. */
export const usePerson = () => useSuspenseQuery(q.session()).data;

export const useIsOperator = () => usePerson().role === 'operator';

/** The tenant of the address. */
export const useTenant = () => useParams({ from: '/session/t/$tenant' }).tenant;

const KNOWN = 'nameyard.known';

/**
 * Whether somebody has logged in with this browser and not out again. The cookie is out of reach here; this note saves
 * a first visit a question whose answer is known.
 */
export const mayHaveSession = (): boolean => {
  try {
    return localStorage.getItem(KNOWN) !== null;
  } catch {
    return true;
  }
};

export const noteSession = (isThere: boolean): void => {
  try {
    if (isThere) localStorage.setItem(KNOWN, '1');
    else localStorage.removeItem(KNOWN);
  } catch {
    // Then it is asked each time.
  }
};

const LAST = 'nameyard.tenant';

export const rememberTenant = (slug: string) => {
  try {
    localStorage.setItem(LAST, slug);
  } catch {
    // Then the first tenant is where one begins.
  }
};

export const rememberedTenant = (): string | null => {
  try {
    return localStorage.getItem(LAST);
  } catch {
    return null;
  }
};
