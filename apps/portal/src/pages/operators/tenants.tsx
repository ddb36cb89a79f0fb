import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ban, Building2, CirclePlay, Ellipsis, LogIn, Pencil, Plus } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { ask } from '../../api/client';
import { q } from '../../api/queries';
import type { Tenant } from '../../api/types';
import { useAction } from '../../api/use-action';
import { OperatorsOnly } from '../../shell/operators-only';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Confirm, Dialog, DialogForm } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { Menu } from '../../ui/menu';
import { Card, Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';

export const Tenants = () => (
  <OperatorsOnly title="Tenants">
    <List />
  </OperatorsOnly>
);

function List() {
  const tenants = useQuery(q.tenants());
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      Create tenant
    </Button>
  );
  return (
    <Page
      title="Tenants"
      about="Each is a world of its own: its keys, orders and domains are nobody else’s."
      actions={add}
    >
      <Card flush>
        <Table<Tenant>
          label="Tenants"
          rows={tenants.data?.tenants}
          error={tenants.error}
          retry={() => void tenants.refetch()}
          keyOf={({ slug }) => slug}
          empty={
            <Empty icon={<Building2 size={22} />} title="No tenant yet" action={add}>
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
              head: 'State',
              cell: ({ suspended }) =>
                suspended ? <Badge tone="bad">suspended</Badge> : <Badge tone="ok">active</Badge>,
            },
            { head: 'Currency', cell: ({ currency }) => currency },
            { head: 'Host', cell: ({ host }) => host ?? <span className="none">–</span> },
            { head: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
            { head: '', cell: tenant => <TenantMenu tenant={tenant} /> },
          ]}
        />
      </Card>
      <Dialog open={isAdding} onClose={() => setIsAdding(false)} title="Create a tenant">
        <New onClose={() => setIsAdding(false)} />
      </Dialog>
    </Page>
  );
}

function New({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [terms, setTerms] = useState({ slug: '', name: '', currency: '', host: '' });
  const create = useAction(
    () =>
      ask<Tenant>(
        'POST',
        'tenants',
        Object.fromEntries(
          Object.entries({ ...terms, currency: terms.currency.toUpperCase() }).filter(
            ([, value]) => value.trim() !== '',
          ),
        ),
      ),
    {
      quiet: true,
      stale: [['tenants']],
      done: ({ name }) => `${name} is there.`,
      onDone: ({ slug }) => {
        onClose();
        void navigate({ to: '/t/$tenant', params: { tenant: slug } });
      },
    },
  );
  const field = (name: keyof typeof terms) => ({
    value: terms[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTerms({ ...terms, [name]: event.target.value }),
  });
  const { error } = create;
  const general = error && error.details.length === 0 ? error.message : undefined;
  return (
    <DialogForm
      onSubmit={() => create.mutate(undefined)}
      onCancel={onClose}
      submit="Create tenant"
      busy={create.isPending}
    >
      <Field label="Name" error={error?.about('name')}>
        <Input
          {...field('name')}
          onChange={event => {
            const name = event.target.value;
            // The short name follows, until somebody writes their own.
            const follows = terms.slug === shortNameOf(terms.name);
            setTerms({ ...terms, name, ...(follows && { slug: shortNameOf(name) }) });
          }}
          autoFocus
          placeholder="Acme Domains"
          maxLength={100}
        />
      </Field>
      <Field
        label="Short name"
        hint={
          <>
            Goes with every call as <code>X-Tenant</code>, and cannot be changed later.
          </>
        }
        error={error?.about('slug') ?? general}
      >
        <Input {...field('slug')} autoCapitalize="off" spellCheck={false} placeholder="acme-domains" maxLength={63} />
      </Field>
      <div className="fields">
        <Field label="Currency" hint="Prices are in it. Empty: USD." error={error?.about('currency')}>
          <Input
            {...field('currency')}
            maxLength={3}
            placeholder="USD"
            className="capitals"
            autoCapitalize="characters"
          />
        </Field>
        <Field label="Host of its own" hint="Optional." error={error?.about('host')}>
          <Input {...field('host')} placeholder="domains.acme.example" />
        </Field>
      </div>
    </DialogForm>
  );
}

/** Small letters, digits and hyphens, as short names have them. */
const shortNameOf = (name: string) =>
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
  const [doing, setDoing] = useState<'suspend' | 'rename'>();
  const [name, setName] = useState(tenant.name);
  const close = () => setDoing(undefined);
  const change = useAction(
    (change: { suspended?: boolean; name?: string }) =>
      ask<Tenant>('PATCH', `tenants/${encodeURIComponent(tenant.slug)}`, change),
    {
      stale: [['tenants']],
      done: ({ name, suspended }, change) =>
        change.suspended === undefined ? 'Saved.' : suspended ? `${name} is suspended.` : `${name} works again.`,
      onDone: close,
    },
  );
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="icon-button" aria-label={`Actions for ${tenant.name}`}>
            <Ellipsis size={18} aria-hidden />
          </button>
        }
        items={[
          {
            label: 'Open',
            icon: <LogIn size={16} aria-hidden />,
            onSelect: () => void navigate({ to: '/t/$tenant', params: { tenant: tenant.slug } }),
          },
          { label: 'Rename …', icon: <Pencil size={16} aria-hidden />, onSelect: () => setDoing('rename') },
          tenant.suspended
            ? {
                label: 'Resume',
                icon: <CirclePlay size={16} aria-hidden />,
                onSelect: () => change.mutate({ suspended: false }),
              }
            : {
                label: 'Suspend …',
                icon: <Ban size={16} aria-hidden />,
                onSelect: () => setDoing('suspend'),
                danger: true,
              },
        ]}
      />
      <Confirm
        open={doing === 'suspend'}
        onClose={close}
        onConfirm={() => change.mutate({ suspended: true })}
        title={`Suspend ${tenant.name}?`}
        action="Suspend tenant"
        busy={change.isPending}
        word={tenant.slug}
      >
        <p>
          From the next second on, every call with a key of this tenant gets 401. Nothing is removed; you can resume it.
        </p>
      </Confirm>
      <Dialog open={doing === 'rename'} onClose={close} title={`Rename ${tenant.name}`}>
        <DialogForm
          onSubmit={() => change.mutate({ name: name.trim() })}
          onCancel={close}
          submit="Save"
          busy={change.isPending}
          disabled={name.trim() === ''}
        >
          <Field label="Name" error={change.error?.about('name')}>
            <Input value={name} onChange={event => setName(event.target.value)} maxLength={100} />
          </Field>
        </DialogForm>
      </Dialog>
    </>
  );
}
