import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, UserCheck, Users, UserX } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import type { PersonView, PersonWithPassword } from '../../api/types';
import { useAction } from '../../api/use-action';
import { usePerson } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Confirm, Dialog, NewSecret } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { Card, Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { PersonForm } from './person-form';

export default function People() {
  const people = useQuery(queries.people());
  const me = usePerson();
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<PersonWithPassword>();
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setIsAdding(true)}>
      Add person
    </Button>
  );
  return (
    <Page
      description="Operators can see and change everything. Developers have access to selected tenants."
      actions={add}
    >
      <Card flush>
        <Table<PersonView>
          label="People"
          query={people}
          rows={people.data?.people}
          keyOf={({ id }) => id}
          empty={<Empty icon={Users} title="No people yet" action={add} />}
          columns={[
            {
              head: 'Email',
              lead: true,
              cell: ({ id, email }) => (
                <span className="wrap-anywhere">
                  <strong>{email}</strong>
                  {id === me.id && <span className="faint"> (you)</span>}
                </span>
              ),
            },
            { head: 'Role', cell: ({ role }) => (role === 'operator' ? <Badge tone="info">operator</Badge> : role) },
            {
              head: 'Tenants',
              cell: ({ role, tenants }) =>
                role === 'operator' ? 'All' : tenants.map(({ name }) => name).join(', ') || 'None',
            },
            {
              head: 'Status',
              cell: ({ disabled }) => (disabled ? <Badge tone="bad">disabled</Badge> : <Badge tone="ok">active</Badge>),
            },
            { head: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
            { head: '', cell: person => <PersonMenu person={person} onPassword={setCreated} /> },
          ]}
        />
      </Card>
      <Dialog open={isAdding} onClose={() => setIsAdding(false)} title="Add a person">
        <PersonForm
          onClose={() => setIsAdding(false)}
          onCreated={created => {
            setIsAdding(false);
            setCreated(created);
          }}
        />
      </Dialog>
      {created && (
        <NewSecret
          title={`Password of ${created.person.email}`}
          secret={created.password}
          onSaved={() => setCreated(undefined)}
          description={
            <p>
              You will not be able to see it again. Send it to them over a secure channel, together with the address of
              the portal: <code className="wrap-anywhere">{`${location.origin}/portal`}</code>
            </p>
          }
        />
      )}
    </Page>
  );
}

function PersonMenu({ person, onPassword }: { person: PersonView; onPassword: (created: PersonWithPassword) => void }) {
  const isMe = person.id === usePerson().id;
  const [dialog, setDialog] = useState<'edit' | 'disable' | 'password'>();
  const close = () => setDialog(undefined);
  const path = ['people', person.id];
  const setDisabled = useAction((disabled: boolean) => callApi<PersonView>('PATCH', path, { disabled }), {
    done: ({ email, disabled }) => `${email} is ${disabled ? 'disabled' : 'enabled'}.`,
    onSuccess: close,
  });
  const resetPassword = useAction(() => callApi<PersonWithPassword>('POST', [...path, 'password']), {
    errors: 'form',
    onSuccess: created => {
      close();
      onPassword(created);
    },
  });
  return (
    <>
      <Menu
        label={`Actions for ${person.email}`}
        items={[
          { label: 'Edit…', icon: Pencil, onSelect: () => setDialog('edit') },
          { label: 'Reset password…', icon: KeyRound, onSelect: () => setDialog('password') },
          !isMe && person.disabled && { label: 'Enable', icon: UserCheck, onSelect: () => setDisabled.mutate(false) },
          !isMe &&
            !person.disabled && {
              label: 'Disable…',
              icon: UserX,
              onSelect: () => setDialog('disable'),
              danger: true,
            },
        ]}
      />
      <Dialog open={dialog === 'edit'} onClose={close} title={person.email}>
        <PersonForm person={person} onClose={close} />
      </Dialog>
      <Confirm
        open={dialog === 'disable'}
        onClose={close}
        onConfirm={() => setDisabled.mutate(true)}
        action={setDisabled}
        title={`Disable ${person.email}?`}
        submit="Disable"
      >
        <p>This ends their sessions. They cannot log in until an operator enables them.</p>
      </Confirm>
      <Confirm
        open={dialog === 'password'}
        onClose={close}
        action={resetPassword}
        title={`Reset the password of ${person.email}?`}
        submit="Reset password"
        danger={false}
      >
        <p>This ends their sessions and replaces their password. The new password is shown once.</p>
      </Confirm>
    </>
  );
}
