import { type RegisteredRouter, type RouteById, type RouteIds, useNavigate, useSearch } from '@tanstack/react-router';

type Routes = RegisteredRouter['routeTree'];
type Search<Id extends RouteIds<Routes>> = RouteById<Routes, Id>['types']['fullSearchSchema'];

/** The query parameters of a page; `field` returns the props of a field that shows and changes one of them. */
export function useUrlFields<const Id extends RouteIds<Routes>>(page: Id) {
  const search = useSearch({ from: page as never }) as Search<Id>;
  const navigate = useNavigate();
  const set = (search: Search<Id>, replace = true) => void navigate({ search: search as never, replace });
  const change = (more: Partial<Search<Id>>, replace?: boolean) => set({ ...search, ...more }, replace);
  const field = <Name extends keyof Search<Id> & string>(name: Name) => ({
    value: search[name],
    onChange: (value: Search<Id>[Name]) => set({ ...search, [name]: value }),
  });
  return { search, set, change, field };
}
