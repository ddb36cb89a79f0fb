import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, UserCheck, UserX } from 'lucide-react';
import type { PersonView, PersonWithPassword } from '#accounts/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { usePerson } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Confirm, FormDialog, NewSecret, openDialog } from '../../ui/dialog';
import { CheckboxGroup, SegmentedField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { ListPage } from '../../ui/list-page';
import { Menu } from '../../ui/menu';
import { Time } from '../../ui/time';

export default function People() {
  const people = useQuery(queries.people());
  const me = usePerson();
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => openDialog(<PersonForm />)}>
      Add person
    </Button>
  );
  return (
    <ListPage
      description="Operators can see and change everything. Developers have access to selected tenants."
      actions={add}
      query={people}
      keyOf={({ id }) => id}
      empty={{ title: 'No people yet', action: add }}
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
        { head: '', cell: person => <PersonMenu person={person} /> },
      ]}
    />
  );
}

const showPassword = ({ person, password }: PersonWithPassword) =>
  openDialog(
    <NewSecret
      title={`Password of ${person.email}`}
      secret={password}
      description={
        <p>
          You will not be able to see it again. Send it to them over a secure channel, together with the address of the
          portal: <code className="wrap-anywhere">{`${location.origin}/portal`}</code>
        </p>
      }
    />,
  );

function PersonMenu({ person }: { person: PersonView }) {
  const isMe = person.id === usePerson().id;
  const { email } = person;
  const path = ['people', person.id];
  const setDisabled = (disabled: boolean) => callApi<PersonView>('PATCH', path, { disabled });
  const enable = useAction(() => setDisabled(false), { done: `${email} is enabled.` });
  const disable = (
    <Confirm title={`Disable ${email}?`} submit="Disable" send={() => setDisabled(true)} done={`${email} is disabled.`}>
      <p>This ends their sessions. They cannot log in until an operator enables them.</p>
    </Confirm>
  );
  const resetPassword = (
    <Confirm
      title={`Reset the password of ${email}?`}
      submit="Reset password"
      danger={false}
      send={() => callApi<PersonWithPassword>('POST', [...path, 'password'])}
      onSuccess={showPassword}
    >
      <p>This ends their sessions and replaces their password. The new password is shown once.</p>
    </Confirm>
  );
  return (
    <Menu
      label={`Actions for ${email}`}
      items={[
        { label: 'Edit…', icon: Pencil, onSelect: () => openDialog(<PersonForm person={person} />) },
        { label: 'Reset password…', icon: KeyRound, onSelect: () => openDialog(resetPassword) },
        !isMe && person.disabled && { label: 'Enable', icon: UserCheck, onSelect: () => enable.mutate() },
        !isMe &&
          !person.disabled && { label: 'Disable…', icon: UserX, onSelect: () => openDialog(disable), danger: true },
      ]}
    />
  );
}

/** Edits a person, or adds one and shows their password. */
function PersonForm({ person }: { person?: PersonView }) {
  const all = useQuery(queries.tenants());
  const { values, field } = useFields({
    email: '',
    role: person?.role ?? 'developer',
    tenants: person?.tenants.map(({ slug }) => slug) ?? [],
  });
  const { email, role, tenants } = values;
  const access = { role, ...(role === 'developer' && { tenants }) };
  const save = async () => {
    if (!person) return callApi<PersonWithPassword>('POST', ['people'], { email: email.trim(), ...access });
    await callApi('PATCH', ['people', person.id], access);
    return undefined;
  };
  return (
    <FormDialog
      title={person?.email ?? 'Add a person'}
      submit={person ? 'Save changes' : 'Add person'}
      send={save}
      done={person && 'Saved. The change ended their sessions.'}
      onSuccess={created => created && showPassword(created)}
    >
      {!person && <TextField label="Email" {...field('email')} type="email" autoComplete="off" autoFocus />}
      <SegmentedField
        label="Role"
        hint={
          role === 'operator'
            ? 'Can see and change everything, including the kill switch.'
            : 'Has access to the selected tenants.'
        }
        options={[
          { value: 'developer', label: 'Developer' },
          { value: 'operator', label: 'Operator' },
        ]}
        {...field('role')}
      />
      {role === 'developer' && (
        <CheckboxGroup
          legend="Tenants"
          options={all.data?.map(({ slug, name }) => ({ value: slug, label: name, hint: slug })) ?? []}
          {...field('tenants')}
          scroll
        />
      )}
    </FormDialog>
  );
}
