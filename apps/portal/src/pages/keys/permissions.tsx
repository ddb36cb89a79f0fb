import type { ComponentProps } from 'react';
import type { KeysView } from '#api-keys/contract';
import type { Scope } from '../try-it/calls';
import { CheckboxGroup, TextField } from '../../ui/field';

/** Expands wildcards such as `sandbox.*` to the individual permissions of the scope. */
export const expand = (granted: string[], scope: Scope, all: KeysView['permissions']) =>
  withoutWildcards(all[scope]).filter(permission =>
    granted.some(one => one === permission || (one.endsWith('.*') && permission.startsWith(one.slice(0, -1)))),
  );

export const withoutWildcards = (permissions: string[]) => permissions.filter(permission => !permission.endsWith('.*'));

type PermissionCheckboxesProps = Omit<ComponentProps<typeof CheckboxGroup>, 'legend' | 'options'>;

export function PermissionCheckboxes(props: PermissionCheckboxesProps & { data: KeysView; scope: Scope }) {
  const { data, scope, ...checkboxes } = props;
  return (
    <CheckboxGroup
      legend="Permissions"
      options={withoutWildcards(data.permissions[scope]).map(permission => ({
        value: permission,
        label: <code>{permission}</code>,
        hint: data.descriptions[permission],
      }))}
      {...checkboxes}
    />
  );
}

export const LimitField = ({ onChange, ...field }: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label="Requests per minute"
    inputMode="numeric"
    onChange={limit => onChange(limit.replace(/\D/g, ''))}
    {...field}
  />
);

/** Permissions in a few words: "All", "None" or "search, order". */
export function summarize(granted: string[], scope: Scope, all: KeysView['permissions']): string {
  const permissions = expand(granted, scope, all);
  if (permissions.length === 0) return 'None';
  if (permissions.length === withoutWildcards(all[scope]).length) return 'All';
  return permissions.map(permission => permission.replace(/^\w+\./, '')).join(', ');
}
