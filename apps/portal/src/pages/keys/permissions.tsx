import type { Scope } from '../../api/types';
import { CheckboxGroup } from '../../ui/field';

/** All permissions of each scope, including wildcards. */
export type Permissions = Record<Scope, string[]>;

/** Expands wildcards such as `sandbox.*` to the single permissions of the scope. */
export const expand = (granted: string[], scope: Scope, all: Permissions) =>
  withoutWildcards(all[scope]).filter(permission =>
    granted.some(one => one === permission || (one.endsWith('.*') && permission.startsWith(one.slice(0, -1)))),
  );

export const withoutWildcards = (permissions: string[]) => permissions.filter(permission => !permission.endsWith('.*'));

export const PermissionCheckboxes = (props: {
  all: string[];
  descriptions: Record<string, string>;
  value: string[];
  onChange: (value: string[]) => void;
  disabled?: boolean;
}) => (
  <CheckboxGroup
    legend="Permissions"
    name="permissions"
    options={withoutWildcards(props.all).map(permission => ({
      value: permission,
      label: <code>{permission}</code>,
      hint: props.descriptions[permission],
    }))}
    value={props.value}
    onChange={props.onChange}
    disabled={props.disabled === true}
  />
);

/** Permissions in a few words: "All", "None" or "search, order". */
export function summarize(granted: string[], scope: Scope, all: Permissions): string {
  const permissions = expand(granted, scope, all);
  if (permissions.length === 0) return 'None';
  if (permissions.length === withoutWildcards(all[scope]).length) return 'All';
  return permissions.map(permission => permission.replace(/^\w+\./, '')).join(', ');
}
