import { useQuery } from '@tanstack/react-query';
import { Boxes, CircleX, Plus } from 'lucide-react';
import type { NewWorldView, WorldRemoved, WorldView } from '#testcontrol/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { PageLink, TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { Confirm, DialogWhile, FormDialog, NewSecret, OpenButton, openDialog } from '../../ui/dialog';
import { formatNumber } from '../../ui/format';
import { Facts, ListPage, Page, TableCard } from '../../ui/page';
import { Empty, Loaded } from '../../ui/placeholders';
import { NoRows } from '../../ui/table';
import { Time, TimeLeft } from '../../ui/time';
import { SegmentedField, SelectField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { SearchExample } from '../keys/key-actions';

export default function WorldsPage() {
  const tenant = useQuery(queries.tenant(useTenant()));
  return <Loaded query={tenant}>{({ parent }) => (parent ? <NoWorlds parent={parent} /> : <Worlds />)}</Loaded>;
}

/** Shown in a world, because a world cannot have worlds. */
const NoWorlds = ({ parent }: { parent: { slug: string; name: string } }) => (
  <Page>
    <Empty
      icon={Boxes}
      title="A world cannot have worlds"
      text={`This is a world of ${parent.name}. Create other worlds there.`}
      action={
        <PageLink
          to="/t/$tenant/worlds"
          params={{ tenant: parent.slug }}
          variant="secondary"
          label={`Worlds of ${parent.name}`}
        />
      }
    />
  </Page>
);

function Worlds() {
  const { search, change, push } = useUrlFields('/session/t/$tenant/worlds');
  const worlds = useQuery(queries.worlds(useTenant()));
  const create = <Button label="Create world" variant="primary" icon={Plus} onClick={() => push({ new: '1' })} />;
  return (
    <ListPage
      below={<EndedWorlds />}
      description="Temporary tenants for tests, with their own orders, domains, clock, faults and key."
      docs={{ href: '/docs/worlds', label: 'About worlds' }}
      actions={create}
      query={worlds}
      noun="world"
      keyOf={({ tenant }) => tenant}
      empty={{
        title: 'No worlds',
        text: 'Create a world for each test, so that tests can run at the same time and repeat without cleaning up.',
        action: create,
      }}
      columns={[
        {
          head: 'Name',
          phoneTitle: true,
          cell: ({ name, tenant }) => (
            <PageLink to="/t/$tenant" params={{ tenant }} className="row-link" label={name} />
          ),
          note: ({ tenant }) => <CopyableCode text={tenant} what="X-Tenant" className="text-muted" />,
        },
        { head: 'Orders', cell: ({ orders }) => formatNumber(orders), number: true },
        { head: 'Registrations', cell: ({ registrations }) => formatNumber(registrations), number: true },
        { head: 'Time left', cell: ({ expires_at }) => <TimeLeft at={expires_at} over="Ended" />, number: true },
        { head: '', cell: world => <WorldActions world={world} /> },
      ]}
    >
      <DialogWhile open={search.new === '1'} onClose={() => change({ new: undefined })}>
        <CreateWorld />
      </DialogWhile>
    </ListPage>
  );
}

function EndedWorlds() {
  const ended = useQuery(queries.endedWorlds(useTenant()));
  return (
    <TableCard
      title="Ended worlds"
      description="What happened in them is kept for 7 days, for example for tests that failed."
      query={ended}
      noun="ended world"
      keyOf={({ tenant }) => tenant}
      skeletonRows={2}
      empty={<NoRows>No world has ended in the last 7 days.</NoRows>}
      columns={[
        {
          head: 'Name',
          phoneTitle: true,
          cell: ({ name, tenant }) => (
            <TenantLink to="./worlds/$world" params={{ world: tenant }} className="row-link" label={name} />
          ),
        },
        { head: 'X-Tenant', desktopOnly: true, cell: ({ tenant }) => <code>{tenant}</code> },
        { head: 'Ended', cell: ({ ended_at }) => <Time at={ended_at} />, number: true },
      ]}
    />
  );
}

const WorldActions = ({ world }: { world: WorldView }) => (
  <span className="inline-flex gap-1.5">
    <PageLink
      to="/t/$tenant"
      params={{ tenant: world.tenant }}
      variant="secondary"
      small
      label="Open"
      aria-label={`Open ${world.name}`}
    />
    <OpenButton
      label="End"
      aria-label={`End ${world.name}`}
      small
      variant="ghost"
      icon={CircleX}
      dialog={<EndWorld world={world} />}
    />
  </span>
);

function EndWorld({ world: { name, tenant: slug } }: { world: WorldView }) {
  const tenant = useTenant();
  return (
    <Confirm
      title={`End ${name}?`}
      submit="End world"
      onSubmit={() => callApi<WorldRemoved>('DELETE', ['tenants', tenant, 'worlds', slug])}
      done={`${name} has ended.`}
    >
      Its key stops working at once, and all its orders, domains and webhooks are removed. What happened in it can be
      read for 7 days. You cannot undo this.
    </Confirm>
  );
}

const LIFETIMES = { PT15M: '15 minutes', PT1H: '1 hour', PT4H: '4 hours', PT24H: '24 hours' };

const ORIGINS = { empty: 'Empty', copy: 'Copy' };

function CreateWorld() {
  const tenant = useTenant();
  const { values, field } = useFields({ name: '', ttl: 'PT1H', from: 'empty' as keyof typeof ORIGINS });
  const { name, ttl, from } = values;
  const create = () =>
    callApi<NewWorldView>('POST', ['tenants', tenant, 'worlds'], {
      ...(name.trim() && { name: name.trim() }),
      ttl,
      from,
    });
  return (
    <FormDialog
      title="Create world"
      submit="Create world"
      onSubmit={create}
      onSuccess={world => openDialog(<NewWorld world={world} />)}
    >
      <TextField label="Name, optional" {...field('name')} hint="By default its slug." maxLength={100} />
      <SelectField label="Lifetime" options={LIFETIMES} {...field('ttl')} />
      <SegmentedField
        label="Starts"
        options={ORIGINS}
        {...field('from')}
        hint={
          from === 'empty'
            ? 'Without orders and domains, in real time.'
            : 'With the orders, domains, faults and clock of this tenant.'
        }
      />
    </FormDialog>
  );
}

const NewWorld = ({ world: { tenant, name, key, expires_at } }: { world: NewWorldView }) => (
  <NewSecret
    wide
    title={`Save the key of ${name}`}
    secret={key}
    description="You will not be able to see it again. It has all permissions in the world, and ends with it."
  >
    <Facts
      facts={{
        'X-Tenant': <CopyableCode text={tenant} what="X-Tenant" />,
        'Ends in': <TimeLeft at={expires_at} over="Ended" />,
      }}
    />
    <SearchExample tenant={tenant} value={key} />
  </NewSecret>
);
