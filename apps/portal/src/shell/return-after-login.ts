import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { PersonView } from '#identity/contract';
import { queries } from '../api/queries';
import { noteSession } from './session';

/** Returns a function that shows the page `back` to a person who has just logged in. */
export function useReturnAfterLogin() {
  const router = useRouter();
  const client = useQueryClient();
  return (person: PersonView, back?: string) => {
    client.clear();
    noteSession(true);
    client.setQueryData(queries.session().queryKey, person);
    router.history.replace(`/portal${isPortalPath(back) ? back : '/'}`);
  };
}

/** Prevents redirects to other sites. */
const isPortalPath = (back: string | undefined) => back !== undefined && /^\/(?![/\\])/.test(back);
