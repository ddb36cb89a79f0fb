import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { queries } from '../api/queries';
import { RadioMenu } from '../ui/menu';
import { useCurrentTenant } from './nav';

/** Switches to the same page of another tenant. */
export function TenantSwitcher() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data } = useQuery(queries.tenants());
  const current = useCurrentTenant();
  if (!data?.tenants[0] || !current) return null;

  // Only the first segment: `keys/<id>` belongs to one tenant.
  const [, , , section = ''] = pathname.split('/');
  return (
    <RadioMenu
      align="start"
      trigger={
        <button type="button" className="switcher">
          <span className="visually-hidden">Tenant: </span>
          <span className="switcher-name">{data.tenants.find(({ slug }) => slug === current)?.name ?? current}</span>
          <ChevronsUpDown size={14} />
        </button>
      }
      value={current}
      options={data.tenants.map(({ slug, name, suspended }) => ({
        value: slug,
        label: name,
        note: suspended ? `${slug} · suspended` : slug,
      }))}
      onChange={slug => void navigate({ to: `/t/${slug}/${section}` as '/' })}
    />
  );
}
