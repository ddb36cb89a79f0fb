import { type RegisteredRouter, type RouteById, type RouteIds, useNavigate, useSearch } from '@tanstack/react-router';

type Routes = RegisteredRouter['routeTree'];
type Search<Id extends RouteIds<Routes>> = RouteById<Routes, Id>['types']['fullSearchSchema'];

/** The query parameters of a page. `push` adds a history entry, `set` and `change` do not; `field` returns props of a field. */
export function useUrlFields<const Id extends RouteIds<Routes>>(page: Id) {
  const search = useSearch({ from: page as never }) as Search<Id>;
  const navigate = useNavigate();
  const set = (search: Search<Id>) => void navigate({ search: search as never, replace: true });
  const change = (more: Partial<Search<Id>>) => set({ ...search, ...more });
  const push = (more: Partial<Search<Id>>) => void navigate({ search: { ...search, ...more } as never });
  const field = <Name extends keyof Search<Id> & string>(name: Name) => ({
    value: search[name],
    onChange: (value: Search<Id>[Name]) => set({ ...search, [name]: value }),
  });
  return { search, set, change, push, field };
}
