import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ban, Building2, CirclePlay, LogIn, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import type { Tenant } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Confirm, Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Menu } from '../../ui/menu';
import { Card, Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';

export default function Tenants() {
  const tenants = useQuery(queries.tenants());
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => setIsCreating(true)}>
      Create tenant
    </Button>
  );
  return (
    <Page description="Each tenant is an isolated sandbox with its own keys, orders and domains." actions={create}>
      <Card flush>
        <Table<Tenant>
          label="Tenants"
          query={tenants}
          rows={tenants.data?.tenants}
          keyOf={({ slug }) => slug}
          empty={
            <Empty icon={Building2} title="No tenants yet" action={create}>
              Create one for each customer or team.
            </Empty>
          }
          columns={[
            {
              head: 'Name',
              lead: true,
              cell: ({ slug, name }) => (
                <span className="two-lines">
                  <Link to="/t/$tenant" params={{ tenant: slug }} className="row-link">
                    {name}
                  </Link>
                  <code className="faint">{slug}</code>
                </span>
              ),
            },
            {
              head: 'Status',
              cell: ({ suspended }) =>
                suspended ? <Badge tone="bad">suspended</Badge> : <Badge tone="ok">active</Badge>,
            },
            { head: 'Currency', cell: ({ currency }) => currency },
            { head: 'Host', cell: ({ host }) => host },
            { head: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
            { head: '', cell: tenant => <TenantMenu tenant={tenant} /> },
          ]}
        />
      </Card>
      <Dialog open={isCreating} onClose={() => setIsCreating(false)} title="Create tenant">
        <CreateForm onClose={() => setIsCreating(false)} />
      </Dialog>
    </Page>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [values, setValues] = useState({ slug: '', name: '', currency: '', host: '' });
  const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const create = useAction(() => callApi<Tenant>('POST', ['tenants'], body), {
    errors: 'form',
    done: ({ name }) => `${name} was created.`,
    onSuccess: ({ slug }) => {
      onClose();
      void navigate({ to: '/t/$tenant', params: { tenant: slug } });
    },
  });
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  return (
    <Form action={create} onCancel={onClose} submit="Create tenant">
      <TextField
        label="Name"
        {...field('name')}
        onChange={name => {
          // The slug follows the name until the user edits it.
          const slug = values.slug === slugOf(values.name) ? slugOf(name) : values.slug;
          setValues({ ...values, name, slug });
        }}
        autoFocus
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
      <div className="fields">
        <TextField
          label="Currency"
          {...field('currency')}
          onChange={currency => setValues({ ...values, currency: currency.toUpperCase() })}
          hint="Currency of all prices. Default: USD."
          maxLength={3}
          placeholder="USD"
          autoCapitalize="characters"
        />
        <TextField label="Custom host" {...field('host')} hint="Optional." placeholder="domains.acme.example" />
      </div>
    </Form>
  );
}

/** Lowercase letters, digits and hyphens. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');

function TenantMenu({ tenant }: { tenant: Tenant }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'suspend' | 'rename'>();
  const [name, setName] = useState(tenant.name);
  const close = () => setDialog(undefined);
  const change = useAction(
    (change: { suspended?: boolean; name?: string }) => callApi<Tenant>('PATCH', ['tenants', tenant.slug], change),
    {
      done: ({ name, suspended }, change) =>
        change.suspended === undefined ? 'Saved.' : `${name} is ${suspended ? 'suspended' : 'active'}.`,
      onSuccess: close,
    },
  );
  const open = () => void navigate({ to: '/t/$tenant', params: { tenant: tenant.slug } });
  return (
    <>
      <Menu
        label={`Actions for ${tenant.name}`}
        items={[
          { label: 'Open', icon: LogIn, onSelect: open },
          { label: 'Rename…', icon: Pencil, onSelect: () => setDialog('rename') },
          tenant.suspended
            ? { label: 'Resume', icon: CirclePlay, onSelect: () => change.mutate({ suspended: false }) }
            : { label: 'Suspend…', icon: Ban, onSelect: () => setDialog('suspend'), danger: true },
        ]}
      />
      <Confirm
        open={dialog === 'suspend'}
        onClose={close}
        onConfirm={() => change.mutate({ suspended: true })}
        action={change}
        title={`Suspend ${tenant.name}?`}
        submit="Suspend tenant"
        confirmText={tenant.slug}
      >
        <p>
          All calls with the keys of this tenant return 401 within a second. No data is removed, and you can resume the
          tenant later.
        </p>
      </Confirm>
      <Dialog open={dialog === 'rename'} onClose={close} title={`Rename ${tenant.name}`}>
        <Form
          action={change}
          onSubmit={() => change.mutate({ name: name.trim() })}
          onCancel={close}
          submit="Save"
          disabled={name.trim() === ''}
        >
          <TextField label="Name" name="name" value={name} onChange={setName} maxLength={100} />
        </Form>
      </Dialog>
    </>
  );
}
