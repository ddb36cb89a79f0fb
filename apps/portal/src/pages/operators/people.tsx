import { useQuery } from '@tanstack/react-query';
import { KeyRound, KeySquare, Link2Off, Pencil, Plus, ShieldOff, UserCheck, UserX } from 'lucide-react';
import type {
  ChangedPerson,
  Confirmation,
  FactorsReset,
  LinkView,
  PersonView,
  PersonWithLink,
  PersonWithPassword,
} from '#identity/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { usePerson } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Confirm, OpenButton } from '../../ui/dialog';
import { Checkbox, LITERAL, SegmentedField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { ListPage } from '../../ui/page';
import { Menu } from '../../ui/menu';
import { Time } from '../../ui/time';
import { ConfirmedDialog, revokedText } from '../confirmed-dialog';
import {
  PersonStatus,
  PersonTokens,
  ResetPassword,
  RevokeLink,
  showNewLogin,
  type Way,
  WayField,
} from './person-links';
import { TenantCheckboxes } from '../tenant-checkboxes';

export default function People() {
  const people = useQuery(queries.people());
  const links = useQuery(queries.links());
  const linkOf = ({ id }: PersonView) => links.data?.find(({ person_id }) => person_id === id);
  // Without the links, invited people would look as if they were active.
  const query = people.data && !links.data ? { ...links, data: undefined } : people;
  const me = usePerson();
  const add = <OpenButton variant="primary" icon={Plus} label="Add person" dialog={<PersonForm />} />;
  return (
    <ListPage
      description="Operators can see and change everything. Developers have access to selected tenants."
      actions={add}
      query={query}
      empty={{ title: 'No people yet', action: add }}
      columns={[
        {
          head: 'Email',
          phoneTitle: true,
          cell: ({ id, email }) => (
            <span className="wrap-anywhere">
              <strong>{email}</strong>
              {id === me.id && <span className="text-muted"> (you)</span>}
            </span>
          ),
        },
        {
          head: 'Role',
          cell: ({ role, owners_masked }) => {
            if (role === 'operator') return <Badge tone="info">operator</Badge>;
            return owners_masked ? 'developer, owners masked' : 'developer';
          },
        },
        {
          head: 'Tenants',
          cell: ({ role, tenants }) =>
            role === 'operator' ? 'All' : tenants.map(({ name }) => name).join(', ') || 'None',
        },
        { head: 'Status', cell: person => <PersonStatus person={person} link={linkOf(person)} /> },
        { head: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
        { head: '', cell: person => <PersonMenu person={person} link={linkOf(person)} /> },
      ]}
    />
  );
}

function PersonMenu({ person, link }: { person: PersonView; link: LinkView | undefined }) {
  const isMe = person.id === usePerson().id;
  const { email } = person;
  const path = ['people', person.id];
  const enable = (
    <ConfirmedDialog
      title={`Enable ${email}?`}
      description="They can log in again, with their password or single sign-on. Access tokens from before stay revoked."
      submit="Enable"
      onSubmit={confirmation => callApi<ChangedPerson>('PATCH', path, { disabled: false, ...confirmation })}
      done={changed => `${email} is enabled.${revokedText(changed)}`}
    />
  );
  const disable = (
    <Confirm
      title={`Disable ${email}?`}
      submit="Disable"
      onSubmit={() => callApi<ChangedPerson>('PATCH', path, { disabled: true })}
      done={changed => `${email} is disabled.${revokedText(changed)}`}
    >
      This ends their sessions and links, and revokes their access tokens. They cannot log in until an operator enables
      them.
    </Confirm>
  );
  const resetFactors = (
    <ConfirmedDialog
      title={`Remove the second factors of ${email}?`}
      description="Only do this for a person who lost their authenticator app or passkeys and whom you have identified. It ends their sessions and revokes their access tokens; they log in with their password."
      submit="Remove second factors"
      danger
      onSubmit={confirmation => callApi<FactorsReset>('POST', [...path, 'reset-factors'], confirmation)}
      done={reset =>
        (reset.removed.length > 0 ? `Removed: ${reset.removed.join(', ')}.` : `${email} had none.`) + revokedText(reset)
      }
    />
  );
  return (
    <Menu
      label={`Actions for ${email}`}
      items={[
        { label: 'Edit…', icon: Pencil, dialog: <PersonForm person={person} /> },
        {
          label: link?.kind === 'invitation' ? 'Invite again…' : 'Reset password…',
          icon: KeyRound,
          dialog: <ResetPassword person={person} link={link} />,
        },
        link?.status === 'open' && {
          label: link.kind === 'invitation' ? 'Revoke invitation…' : 'Revoke reset link…',
          icon: Link2Off,
          dialog: <RevokeLink person={person} link={link} />,
        },
        { label: 'Access tokens', icon: KeySquare, dialog: <PersonTokens person={person} /> },
        { label: 'Remove second factors…', icon: ShieldOff, dialog: resetFactors },
        !isMe && person.disabled && { label: 'Enable…', icon: UserCheck, dialog: enable },
        !isMe && !person.disabled && { label: 'Disable…', icon: UserX, dialog: disable, danger: true },
      ]}
    />
  );
}

/** Edits a person, or adds one and shows their invitation or password. */
function PersonForm({ person }: { person?: PersonView }) {
  const { values, field } = useFields({
    email: '',
    role: person?.role ?? 'developer',
    tenants: person?.tenants.map(({ slug }) => slug) ?? [],
    owners_masked: person?.owners_masked ?? false,
    way: 'link' as Way,
  });
  const { email, role, tenants, owners_masked, way } = values;
  const access = { role, ...(role === 'developer' && { tenants, owners_masked }) };
  const save = async (confirmation: Confirmation) => {
    const body = { email: email.trim(), ...access, ...confirmation };
    if (!person && way === 'link') return callApi<PersonWithLink>('POST', ['people', 'invitations'], body);
    if (!person) return callApi<PersonWithPassword>('POST', ['people'], body);
    await callApi('PATCH', ['people', person.id], { ...access, ...confirmation });
    return undefined;
  };
  return (
    <ConfirmedDialog
      title={person?.email ?? 'Add a person'}
      submit={person ? 'Save changes' : way === 'link' ? 'Create invitation' : 'Add person'}
      onSubmit={save}
      done={person && 'Saved. If anything changed, their sessions have ended.'}
      onSuccess={created => created && showNewLogin(created)}
    >
      {!person && <TextField label="Email" {...field('email')} inputMode="email" {...LITERAL} />}
      <SegmentedField
        label="Role"
        hint={
          role === 'operator'
            ? 'Can see and change everything, including the kill switch.'
            : 'Has access to the selected tenants.'
        }
        options={{ developer: 'Developer', operator: 'Operator' }}
        {...field('role')}
      />
      {role === 'developer' && (
        <>
          <TenantCheckboxes legend="Tenants" {...field('tenants')} />
          <Checkbox
            label="Mask owners"
            hint="Lists and exports of orders show only first letters of names and email addresses. The page of an order and API keys still show the whole owner."
            checked={owners_masked}
            onChange={field('owners_masked').onChange}
          />
        </>
      )}
      {!person && (
        <WayField
          {...field('way')}
          hints={{
            link: 'The link is shown once. They set their password with it within 7 days.',
            password: 'The password is shown once. Send it to them over a secure channel.',
          }}
        />
      )}
    </ConfirmedDialog>
  );
}
