import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, LogOut, Moon, Settings, Sun } from 'lucide-react';
import { callApi } from '../api/client';
import { queries } from '../api/queries';
import { useAction } from '../api/use-action';
import { iconButtonClass } from '../ui/button';
import { Menu, RadioMenu } from '../ui/menu';
import { useCurrentTenant } from './nav';
import { leave, ROLE_LABELS, usePerson } from './session';
import { setTheme, THEMES, useTheme } from './theme';

export const ThemeMenu = () => (
  <RadioMenu
    align="end"
    trigger={
      <button type="button" className={iconButtonClass()} aria-label="Theme">
        <Sun size={18} className="dark:hidden" />
        <Moon size={18} className="hidden dark:inline" />
      </button>
    }
    value={useTheme()}
    options={THEMES}
    onChange={setTheme}
  />
);

export function AccountMenu() {
  const person = usePerson();
  const router = useRouter();
  const logout = useAction(() => callApi('DELETE', ['session']), {
    refetch: false,
    onSuccess: () => void leave(router),
  });
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="ms-1 size-8 rounded-full bg-accent-soft font-semibold text-accent max-md:size-10"
          aria-label={`Account: ${person.email}`}
        >
          {person.email.charAt(0).toUpperCase()}
        </button>
      }
      head={
        <div className="mb-1.25 grid border-b border-line px-2.5 pt-2 pb-2.5 font-medium wrap-anywhere">
          <span>{person.email}</span>
          <span className="text-xs font-normal text-muted">{ROLE_LABELS[person.role]}</span>
        </div>
      }
      items={[
        { label: 'Account', icon: Settings, onSelect: () => void router.navigate({ to: '/account' }) },
        { label: 'Docs', icon: BookOpen, href: '/docs/' },
        { label: 'Log out', icon: LogOut, onSelect: () => logout.mutate() },
      ]}
    />
  );
}

export function TenantSwitcher() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data } = useQuery(queries.tenants());
  const current = useCurrentTenant();
  const listed = data?.find(({ slug }) => slug === current);
  const { data: world } = useQuery({
    ...queries.tenant(current ?? ''),
    enabled: data !== undefined && current !== undefined && !listed,
  });
  if (!data?.[0] || !current) return null;

  // Keeps only the segment after `/t/<slug>/`, because an ID after it belongs to the old tenant.
  const [, , , section = ''] = pathname.split('/');
  return (
    <RadioMenu
      align="start"
      trigger={
        <button
          type="button"
          className="flex min-w-0 items-center gap-1.5 rounded-md px-2 py-1.5 font-medium hover:bg-hover data-popup-open:bg-hover"
        >
          <span className="sr-only">Tenant: </span>
          <span className="truncate">{listed?.name ?? world?.name ?? current}</span>
          <ChevronsUpDown size={14} className="text-muted" />
        </button>
      }
      value={current}
      options={data.map(({ slug, name, suspended }) => ({
        value: slug,
        label: name,
        note: suspended ? `${slug} · suspended` : slug,
      }))}
      onChange={slug => void navigate({ to: `/t/${slug}/${section}` as '/' })}
    />
  );
}
