import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { queries } from '../api/queries';
import { CheckboxGroup } from '../ui/field';
import { ErrorText } from '../ui/form';

/** Checkboxes for all tenants that the user can see. */
export function TenantCheckboxes(props: Omit<ComponentProps<typeof CheckboxGroup>, 'options'>) {
  const { data: tenants = [], error } = useQuery(queries.tenants());
  const options = tenants.map(({ slug, name }) => ({ value: slug, label: name, hint: slug }));
  return (
    <CheckboxGroup {...props} options={options} scroll>
      {error && <ErrorText>{error.message}</ErrorText>}
    </CheckboxGroup>
  );
}
