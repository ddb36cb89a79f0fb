import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, CirclePlay, LogIn, Pencil, Plug, Plus, ToggleLeft, ToggleRight } from 'lucide-react';
import type { TenantChange, TenantView } from '#tenancy/contract';
import { PageLink } from '../../shell/links';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { Badge } from '../../ui/badge';
import { Confirm, FormDialog, OpenButton } from '../../ui/dialog';
import { CheckboxGroup, TextField } from '../../ui/field';
import { formatNumber } from '../../ui/format';
import { fieldRowClass, useFields } from '../../ui/form';
import { ListPage } from '../../ui/page';
import { Menu } from '../../ui/menu';
import { Time } from '../../ui/time';

export default function Tenants() {
  const tenants = useQuery(queries.tenants());
  const activity = useQuery(queries.activity());
  const activityOf = ({ slug }: TenantView) => activity.data?.find(({ tenant }) => tenant === slug);
  /** Returns a dash while the numbers are loading. */
  const count = (tenant: TenantView, name: 'requests' | 'errors') =>
    activity.data ? formatNumber(activityOf(tenant)?.[name] ?? 0) : '–';
  const create = <OpenButton variant="primary" icon={Plus} label="Create tenant" dialog={<CreateTenant />} />;
  return (
    <ListPage
      description="Each tenant is an isolated sandbox with its own keys, orders and domains."
      actions={create}
      query={tenants}
      keyOf={({ slug }) => slug}
      empty={{ title: 'No tenants yet', text: 'Create one for each customer or team.', action: create }}
      columns={[
        {
          head: 'Name',
          phoneTitle: true,
          cell: ({ slug, name }) => (
            <PageLink to="/t/$tenant" params={{ tenant: slug }} className="row-link" label={name} />
          ),
          note: ({ slug }) => <code className="text-muted">{slug}</code>,
        },
        {
          head: 'Status',
          cell: ({ suspended, control }) => (
            <>
              {suspended ? <Badge tone="bad">suspended</Badge> : <Badge tone="ok">active</Badge>}{' '}
              {!control && <Badge tone="warn">no test control</Badge>}
            </>
          ),
        },
        {
          head: 'Requests, 24 h',
          number: true,
          cell: tenant => (
            <PageLink
              to="/t/$tenant/day"
              params={{ tenant: tenant.slug }}
              label={count(tenant, 'requests')}
              aria-label={`${count(tenant, 'requests')} requests, day of ${tenant.name}`}
            />
          ),
        },
        { head: 'Errors', number: true, cell: tenant => count(tenant, 'errors') },
        {
          head: 'Last activity',
          cell: tenant => <Time at={activityOf(tenant)?.last_request_at} never={activity.data ? 'none' : '–'} />,
        },
        { head: 'Currency', desktopOnly: true, cell: ({ currency }) => currency },
        { head: 'Host', desktopOnly: true, cell: ({ host }) => host },
        { head: 'Created', desktopOnly: true, cell: ({ created_at }) => <Time at={created_at} /> },
        { head: '', cell: tenant => <TenantMenu tenant={tenant} /> },
      ]}
    />
  );
}

function CreateTenant() {
  const navigate = useNavigate();
  const { values, update, field } = useFields({ slug: '', name: '', currency: '', host: '' });
  const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  return (
    <FormDialog
      title="Create tenant"
      submit="Create tenant"
      onSubmit={() => callApi<TenantView>('POST', ['tenants'], body)}
      done={({ name }) => `${name} was created.`}
      onSuccess={({ slug }) => void navigate({ to: '/t/$tenant', params: { tenant: slug } })}
    >
      <TextField
        label="Name"
        {...field('name')}
        // The slug follows the name until the user edits it.
        onChange={name => update({ name, ...(values.slug === slugOf(values.name) && { slug: slugOf(name) }) })}
        placeholder="Acme Domains"
        maxLength={100}
      />
      <TextField
        label="Slug"
        {...field('slug')}
        hint={
          <>
            Sent with every call as <code>X-Tenant</code>. Cannot be changed later.
          </>
        }
        autoCapitalize="off"
        spellCheck={false}
        placeholder="acme-domains"
        maxLength={63}
      />
      <div className={fieldRowClass}>
        <TextField
          label="Currency"
          {...field('currency')}
          onChange={currency => update({ currency: currency.toUpperCase() })}
          hint="Currency of all prices. Default: USD."
          maxLength={3}
          placeholder="USD"
          autoCapitalize="characters"
        />
        <TextField label="Custom host" {...field('host')} hint="Optional." placeholder="domains.acme.example" />
      </div>
    </FormDialog>
  );
}

/** Suggests a slug of lowercase letters, digits and hyphens. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');

const changeTenant = ({ slug }: TenantView, change: TenantChange) =>
  callApi<TenantView>('PATCH', ['tenants', slug], change);

function TenantMenu({ tenant }: { tenant: TenantView }) {
  const navigate = useNavigate();
  const { slug, name } = tenant;
  const resume = useAction(() => changeTenant(tenant, { suspended: false }), { done: `${name} is active.` });
  const allowControl = useAction(() => changeTenant(tenant, { control: true }), {
    done: `${name} can use worlds, clock, faults and journal.`,
  });
  const forbidControl = (
    <Confirm
      title={`Switch off test control of ${name}?`}
      submit="Switch off"
      onSubmit={() => changeTenant(tenant, { control: false })}
      done={`Test control of ${name} is off.`}
    >
      Worlds, clock, faults and journal of this tenant return 403, for API keys and in the portal. Its fault rules no
      longer apply.
    </Confirm>
  );
  const suspend = (
    <Confirm
      title={`Suspend ${name}?`}
      submit="Suspend tenant"
      confirmText={slug}
      onSubmit={() => changeTenant(tenant, { suspended: true })}
      done={`${name} is suspended.`}
    >
      All calls with the keys of this tenant return 401. No data is removed, and you can resume the tenant later.
    </Confirm>
  );
  return (
    <Menu
      label={`Actions for ${name}`}
      items={[
        {
          label: 'Open',
          icon: LogIn,
          onSelect: () => void navigate({ to: '/t/$tenant', params: { tenant: slug } }),
        },
        { label: 'Rename…', icon: Pencil, dialog: <RenameTenant tenant={tenant} /> },
        { label: 'Facades…', icon: Plug, dialog: <Facades tenant={tenant} /> },
        tenant.control
          ? { label: 'Switch off test control…', icon: ToggleLeft, dialog: forbidControl }
          : { label: 'Switch on test control', icon: ToggleRight, onSelect: () => allowControl.mutate() },
        tenant.suspended
          ? { label: 'Resume', icon: CirclePlay, onSelect: () => resume.mutate() }
          : { label: 'Suspend…', icon: Ban, dialog: suspend, danger: true },
      ]}
    />
  );
}

function RenameTenant({ tenant }: { tenant: TenantView }) {
  const { values, field } = useFields({ name: tenant.name });
  const name = values.name.trim();
  return (
    <FormDialog
      title={`Rename ${tenant.name}`}
      submit="Save"
      disabled={name === ''}
      onSubmit={() => changeTenant(tenant, { name })}
      done="Saved."
    >
      <TextField label="Name" {...field('name')} maxLength={100} />
    </FormDialog>
  );
}

const FACADES = [
  { value: 'dnsimple', label: 'DNSimple v2' },
  { value: 'cloudflare', label: 'Cloudflare v4' },
];

function Facades({ tenant }: { tenant: TenantView }) {
  const { values, update } = useFields({ facades: tenant.facades });
  return (
    <FormDialog
      title={`Facades of ${tenant.name}`}
      submit="Save"
      onSubmit={() => changeTenant(tenant, values)}
      done="Saved."
    >
      <p>
        The official clients of these providers can use the sandbox of the tenant. Calls of other facades return 403.
      </p>
      <CheckboxGroup
        legend="Formats"
        name="facades"
        options={FACADES}
        value={values.facades}
        onChange={facades => update({ facades: facades as TenantView['facades'] })}
      />
    </FormDialog>
  );
}
