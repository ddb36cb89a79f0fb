import { useQuery } from '@tanstack/react-query';
import { type AnyRoute, Link, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { queries } from '../api/queries';
import { lastTenant, useIsOperator } from './session';

/** The tenant of the current page; on pages without a tenant, the last visited one. */
export function useCurrentTenant(): string | undefined {
  const { data } = useQuery(queries.tenants());
  const { tenant } = useParams({ strict: false });
  // A page that does not exist has no parameters.
  const [, named] = /^\/t\/([^/]+)/.exec(useLocation().pathname) ?? [];
  return tenant ?? (named && decodeURIComponent(named)) ?? lastTenant.get() ?? data?.[0]?.slug;
}

/** Links to all pages that have an icon in the route table. */
export function Nav() {
  const isOperator = useIsOperator();
  const tenant = useCurrentTenant();
  const pages = Object.values(useRouter().routesById).filter(({ options }) => options.staticData?.icon);
  const tenantPages = pages.filter(({ fullPath }) => fullPath.startsWith('/t/'));
  const operatorPages = pages.filter(page => !tenantPages.includes(page));
  return (
    <nav aria-label="Main" className="nav">
      {tenant && (
        <ul>
          {tenantPages.map(page => (
            <NavItem key={page.id} page={page} tenant={tenant} />
          ))}
        </ul>
      )}
      {isOperator && (
        <>
          <h2 id="operators-nav">Operators</h2>
          <ul aria-labelledby="operators-nav">
            {operatorPages.map(page => (
              <NavItem key={page.id} page={page} />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

function NavItem({ page, tenant }: { page: AnyRoute; tenant?: string }) {
  const { title, icon: Icon } = page.options.staticData ?? {};
  return (
    <li>
      <Link
        to={page.fullPath}
        params={{ tenant } as never}
        activeOptions={{ exact: page.path === '/', includeSearch: false }}
        className="nav-link"
      >
        {Icon && <Icon size={17} />}
        {title}
      </Link>
    </li>
  );
}
