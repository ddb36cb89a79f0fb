import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import type { PersonView, PersonWithPassword } from '../../api/types';
import { useAction } from '../../api/use-action';
import { CheckboxGroup, SegmentedField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';

interface PersonFormProps {
  /** The person to edit; without it, the form adds a person. */
  person?: PersonView;
  onClose: () => void;
  onCreated?: (created: PersonWithPassword) => void;
}

export function PersonForm({ person, onClose, onCreated }: PersonFormProps) {
  const all = useQuery(queries.tenants());
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(person?.role ?? 'developer');
  const [tenants, setTenants] = useState(person?.tenants.map(({ slug }) => slug) ?? []);
  const access = { role, ...(role === 'developer' && { tenants }) };
  const save = useAction(
    async () => {
      if (!person) return callApi<PersonWithPassword>('POST', ['people'], { email: email.trim(), ...access });
      await callApi('PATCH', ['people', person.id], access);
      return undefined;
    },
    {
      errors: 'form',
      ...(person && { done: 'Saved. The change ended their sessions.' }),
      onSuccess: created => (created ? onCreated?.(created) : onClose()),
    },
  );
  return (
    <Form action={save} onCancel={onClose} submit={person ? 'Save changes' : 'Add person'}>
      {!person && (
        <TextField
          label="Email"
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="off"
          autoFocus
        />
      )}
      <SegmentedField
        label="Role"
        hint={
          role === 'operator'
            ? 'Can see and change everything, including the kill switch.'
            : 'Has access to the selected tenants.'
        }
        value={role}
        options={[
          { value: 'developer', label: 'Developer' },
          { value: 'operator', label: 'Operator' },
        ]}
        onChange={setRole}
      />
      {role === 'developer' && (
        <CheckboxGroup
          legend="Tenants"
          name="tenants"
          options={all.data?.tenants.map(({ slug, name }) => ({ value: slug, label: name, hint: slug })) ?? []}
          value={tenants}
          onChange={setTenants}
          scroll
        />
      )}
    </Form>
  );
}
