import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client';
import { q } from '../../api/queries';
import type { PersonView, PersonWithPassword } from '../../api/types';
import { useAction } from '../../api/use-action';
import { DialogForm } from '../../ui/dialog';
import { Checkbox, Choice, Field, Input } from '../../ui/field';

/** Somebody new, or the role and the tenants of somebody who is there. */
export function PersonForm(props: {
  person?: PersonView;
  onClose: () => void;
  onMade?: (made: PersonWithPassword) => void;
}) {
  const { person } = props;
  const all = useQuery(q.tenants());
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(person?.role ?? 'developer');
  const [tenants, setTenants] = useState(person?.tenants.map(({ slug }) => slug) ?? []);
  const terms = { role, ...(role === 'developer' && { tenants }) };
  const save = useAction(
    async () => {
      if (person) return void (await ask('PATCH', `people/${encodeURIComponent(person.id)}`, terms));
      return ask<PersonWithPassword>('POST', 'people', { email: email.trim(), ...terms });
    },
    {
      quiet: true,
      stale: [['people'], ['session']],
      ...(person && { done: 'Saved. They log in again with their new rights.' }),
      onDone: made => (made ? props.onMade?.(made) : props.onClose()),
    },
  );
  const { error } = save;
  return (
    <DialogForm
      onSubmit={() => save.mutate(undefined)}
      onCancel={props.onClose}
      submit={person ? 'Save changes' : 'Add person'}
      busy={save.isPending}
    >
      {!person && (
        <Field label="Email" error={error?.about('email')}>
          <Input
            type="email"
            value={email}
            onChange={event => setEmail(event.target.value)}
            autoComplete="off"
            autoFocus
          />
        </Field>
      )}
      <div className="field">
        <span className="label" aria-hidden>
          Role
        </span>
        <Choice
          legend="Role"
          value={role}
          options={[
            { value: 'developer', label: 'Developer' },
            { value: 'operator', label: 'Operator' },
          ]}
          onChange={setRole}
        />
        <p className="hint">
          {role === 'operator' ? 'Sees and changes everything, the kill switch too.' : 'Sees the tenants chosen below.'}
        </p>
      </div>
      {role === 'developer' && (
        <fieldset className="boxes boxes-scroll">
          <legend>Tenants</legend>
          {all.data?.tenants.map(({ slug, name }) => (
            <Checkbox
              key={slug}
              label={name}
              hint={slug}
              checked={tenants.includes(slug)}
              onChange={event =>
                setTenants(event.target.checked ? [...tenants, slug] : tenants.filter(other => other !== slug))
              }
            />
          ))}
        </fieldset>
      )}
      {error && !error.about('email') && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
    </DialogForm>
  );
}
