import { useQuery } from '@tanstack/react-query';
import { Ellipsis, KeyRound, Pencil, Plus, UserCheck, Users, UserX } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../../api/client';
import { q } from '../../api/queries';
import type { PersonView, PersonWithPassword } from '../../api/types';
import { useAction } from '../../api/use-action';
import { OperatorsOnly } from '../../shell/operators-only';
import { usePerson } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Confirm, Dialog } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { NewSecret } from '../../ui/new-secret';
import { Card, Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { PersonForm } from './person-form';

export const People = () => (
  <OperatorsOnly title="People">
    <List />
  </OperatorsOnly>
);

function List() {
  const people = useQuery(q.people());
  const me = usePerson();
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<PersonWithPassword>();
  const add = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      Add person
    </Button>
  );
  return (
    <Page
      title="People"
      about="Operators see and change everything. Developers see the tenants that they are given."
      actions={add}
    >
      <Card flush>
        <Table<PersonView>
          label="People"
          rows={people.data?.people}
          error={people.error}
          retry={() => void people.refetch()}
          keyOf={({ id }) => id}
          empty={<Empty icon={<Users size={22} />} title="Nobody yet" action={add} />}
          columns={[
            {
              head: 'Email',
              lead: true,
              cell: ({ id, email }) => (
                <span className="break">
                  <strong>{email}</strong>
                  {id === me.id && <span className="faint"> (you)</span>}
                </span>
              ),
            },
            { head: 'Role', cell: ({ role }) => (role === 'operator' ? <Badge tone="info">operator</Badge> : role) },
            {
              head: 'Tenants',
              cell: ({ role, tenants }) =>
                role === 'operator' ? (
                  <span className="faint">all</span>
                ) : (
                  tenants.map(({ name }) => name).join(', ') || <span className="faint">none</span>
                ),
            },
            {
              head: 'State',
              cell: ({ disabled }) => (disabled ? <Badge tone="bad">disabled</Badge> : <Badge tone="ok">active</Badge>),
            },
            { head: 'Added', cell: ({ created_at }) => <Time at={created_at} /> },
            { head: '', cell: person => <PersonMenu person={person} onPassword={setMade} /> },
          ]}
        />
      </Card>
      <Dialog open={isAdding} onClose={() => setIsAdding(false)} title="Add a person">
        <PersonForm
          onClose={() => setIsAdding(false)}
          onMade={made => {
            setIsAdding(false);
            setMade(made);
          }}
        />
      </Dialog>
      {made && (
        <NewSecret
          title={`Password of ${made.person.email}`}
          secret={made.password}
          onStored={() => setMade(undefined)}
        >
          <p>
            It is shown this once. Give it to them by a safe way, with the address to log in at:{' '}
            <code className="break">{`${location.origin}/portal`}</code>. They can change it under Account.
          </p>
        </NewSecret>
      )}
    </Page>
  );
}

function PersonMenu({ person, onPassword }: { person: PersonView; onPassword: (made: PersonWithPassword) => void }) {
  const me = usePerson();
  const [doing, setDoing] = useState<'edit' | 'disable' | 'password'>();
  const close = () => setDoing(undefined);
  const path = `people/${encodeURIComponent(person.id)}`;
  const turn = useAction((disabled: boolean) => ask<PersonView>('PATCH', path, { disabled }), {
    stale: [['people']],
    done: ({ email, disabled }) => (disabled ? `${email} can no longer log in.` : `${email} can log in again.`),
    onDone: close,
  });
  const reset = useAction(() => ask<PersonWithPassword>('POST', `${path}/password`), {
    onDone: made => {
      close();
      onPassword(made);
    },
  });
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="icon-button" aria-label={`Actions for ${person.email}`}>
            <Ellipsis size={18} aria-hidden />
          </button>
        }
        items={[
          { label: 'Role and tenants …', icon: <Pencil size={16} aria-hidden />, onSelect: () => setDoing('edit') },
          { label: 'New password …', icon: <KeyRound size={16} aria-hidden />, onSelect: () => setDoing('password') },
          ...(person.id === me.id
            ? []
            : [
                person.disabled
                  ? {
                      label: 'Enable',
                      icon: <UserCheck size={16} aria-hidden />,
                      onSelect: () => turn.mutate(false),
                    }
                  : {
                      label: 'Disable …',
                      icon: <UserX size={16} aria-hidden />,
                      onSelect: () => setDoing('disable'),
                      danger: true,
                    },
              ]),
        ]}
      />
      <Dialog open={doing === 'edit'} onClose={close} title={person.email}>
        <PersonForm person={person} onClose={close} />
      </Dialog>
      <Confirm
        open={doing === 'disable'}
        onClose={close}
        onConfirm={() => turn.mutate(true)}
        title={`Disable ${person.email}?`}
        action="Disable"
        busy={turn.isPending}
      >
        <p>They are logged out at once and cannot log in until an operator enables them again.</p>
      </Confirm>
      <Confirm
        open={doing === 'password'}
        onClose={close}
        onConfirm={() => reset.mutate(undefined)}
        title={`New password for ${person.email}?`}
        action="Make a new password"
        busy={reset.isPending}
        danger={false}
      >
        <p>The present one stops working, and they are logged out everywhere. You are shown the new one once.</p>
      </Confirm>
    </>
  );
}
