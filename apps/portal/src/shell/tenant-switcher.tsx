import { Menu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { Check, ChevronsUpDown } from 'lucide-react';
import { q } from '../api/queries';
import { rememberedTenant } from './session';

/** Goes to the same page of another tenant, as far as that has one. */
export function TenantSwitcher() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const inAddress = useParams({ strict: false }).tenant;
  const { data } = useQuery(q.tenants());
  const tenants = data?.tenants ?? [];
  // Off the tenant's pages it is the one that the navigation leads back to.
  const slug = inAddress ?? rememberedTenant() ?? tenants[0]?.slug;
  const current = tenants.find(tenant => tenant.slug === slug);
  if (tenants.length === 0) return null;

  const go = (next: string) => {
    const page = /^\/t\/[^/]+(\/(?:keys|try|requests|usage|webhooks|orders|domains))?/.exec(pathname)?.[1] ?? '';
    void navigate({ to: `/t/${next}${page}` as '/' });
  };

  return (
    <Menu.Root>
      <Menu.Trigger className="switcher">
        {slug && <span className="visually-hidden">Tenant: </span>}
        <span className="switcher-name">{current?.name ?? slug ?? 'Choose a tenant'}</span>
        <ChevronsUpDown size={14} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="start" className="layer">
          <Menu.Popup className="menu menu-tenants">
            <Menu.RadioGroup value={slug ?? ''} onValueChange={(next: string) => go(next)}>
              {tenants.map(({ slug, name, suspended }) => (
                <Menu.RadioItem key={slug} value={slug} className="menu-item" closeOnClick>
                  <span className="menu-check">
                    <Menu.RadioItemIndicator render={<Check size={15} aria-hidden />} />
                  </span>
                  <span>
                    {name}
                    <span className="menu-more">
                      {slug}
                      {suspended && ' · suspended'}
                    </span>
                  </span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
