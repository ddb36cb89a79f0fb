import { ApiError } from './api/client';
import { queryClient } from './api/queries';
import { router } from './router';
import { leave } from './shell/session';

/** Shows the login page when the session has ended; after the login the user returns to the current page. */
export function redirectToLogin(): void {
  const check = (error: Error | null) => {
    if (!(error instanceof ApiError) || error.code !== 'LOGIN_REQUIRED') return;
    const { pathname, searchStr } = router.state.location;
    if (pathname === '/login') return;
    void leave(router, pathname + searchStr);
  };
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') check(query.state.error);
  });
  queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    if (type === 'updated') check(mutation.state.error);
  });
}
