import { useQuery } from '@tanstack/react-query';
import { type AnyRoute, Link, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { queries } from '../api/queries';
import { lastTenant, useIsOperator } from './session';

/** The tenant of the current page; on pages without a tenant, the last visited one. */
export function useCurrentTenant(): string | undefined {
  const { data } = useQuery(queries.tenants());
  const { tenant } = useParams({ strict: false });
  // Reads the path, because a missing page has no parameters.
  const [, named] = /^\/t\/([^/]+)/.exec(useLocation().pathname) ?? [];
  return tenant ?? (named && decodeURIComponent(named)) ?? lastTenant.get() ?? data?.[0]?.slug;
}

interface NavProps {
  className?: string;
  /** Called when a link is clicked, including the link to the current page. */
  onNavigate?: () => void;
}

/** Links to all pages that have an icon in the route table. */
export function Nav({ className = '', onNavigate }: NavProps) {
  const isOperator = useIsOperator();
  const tenant = useCurrentTenant();
  const pages = Object.values(useRouter().routesById).filter(({ options }) => options.staticData?.icon);
  const tenantPages = pages.filter(({ fullPath }) => fullPath.startsWith('/t/'));
  const operatorPages = pages.filter(page => !tenantPages.includes(page));
  return (
    <nav aria-label="Main" className={className}>
      {tenant && (
        <ul className="grid gap-0.5">
          {tenantPages.map(page => (
            <NavItem key={page.id} page={page} tenant={tenant} onClick={onNavigate} />
          ))}
        </ul>
      )}
      {isOperator && (
        <>
          <h2 id="operators-nav" className="mx-2.5 mt-6 mb-1.5 text-2xs font-medium text-muted">
            Operators
          </h2>
          <ul className="grid gap-0.5" aria-labelledby="operators-nav">
            {operatorPages.map(page => (
              <NavItem key={page.id} page={page} onClick={onNavigate} />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

function NavItem({ page, tenant, onClick }: { page: AnyRoute; tenant?: string; onClick: NavProps['onNavigate'] }) {
  const { title, icon: Icon } = page.options.staticData ?? {};
  return (
    <li>
      <Link
        to={page.fullPath}
        params={{ tenant } as never}
        onClick={onClick}
        activeOptions={{ exact: page.path === '/', includeSearch: false }}
        className="group flex items-center gap-2.5 rounded-md px-2.5 py-1.75 font-[450] text-secondary no-underline hover:bg-hover hover:text-primary in-[[role=dialog]]:py-2.75 aria-[current=page]:bg-[light-dark(#ececf1,#24262d)] aria-[current=page]:font-medium aria-[current=page]:text-primary"
      >
        {Icon && <Icon size={17} className="text-muted group-aria-[current=page]:text-accent" />}
        {title}
      </Link>
    </li>
  );
}
