import { ApiError } from '../api/client';
import { queryClient } from '../api/queries';
import { router } from '../router';
import { noteSession } from './session';

/** Whoever has lost their session logs in again, and comes back to where they were. */
export function watchSession(): void {
  const look = (error: Error | null) => {
    if (!(error instanceof ApiError) || error.code !== 'LOGIN_REQUIRED') return;
    const { pathname, searchStr } = router.state.location;
    if (pathname === '/login') return;
    noteSession(false);
    void leave(pathname + searchStr);
  };
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') look(query.state.error);
  });
  queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    if (type === 'updated') look(mutation.state.error);
  });
}

async function leave(back: string): Promise<void> {
  await router.navigate({ to: '/login', search: { back } });
  queryClient.clear();
}
