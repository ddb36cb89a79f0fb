import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import type { PersonView, PersonWithPassword } from '../../api/types';
import { FormDialog } from '../../ui/dialog';
import { CheckboxGroup, SegmentedField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';

interface PersonFormProps {
  /** The person to edit; without it, the form adds a person. */
  person?: PersonView;
  onCreated?: (created: PersonWithPassword) => void;
}

/** Adds or edits a person. */
export function PersonForm({ person, onCreated }: PersonFormProps) {
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
      onSuccess={created => created && onCreated?.(created)}
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
          options={all.data?.tenants.map(({ slug, name }) => ({ value: slug, label: name, hint: slug })) ?? []}
          {...field('tenants')}
          scroll
        />
      )}
    </FormDialog>
  );
}
