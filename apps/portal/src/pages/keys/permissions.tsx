import type { Scope } from '../../api/types';
import { Checkbox } from '../../ui/field';

const MEANINGS: Record<string, string> = {
  'sandbox.search': 'Ask whether names are free and what they cost',
  'sandbox.order': 'Order names',
  'sandbox.checkout': 'Pay orders and register their names',
  'sandbox.events': 'Follow events without a public address',
  'registrar.search': 'Search at the live registrar',
  'registrar.order': 'Order at the live registrar',
  'registrar.checkout': 'Check out at the live registrar',
};

/** `sandbox.*` covers all that begins with `sandbox.`. */
export const covers = (granted: string[], permission: string) =>
  granted.some(one => one === permission || (one.endsWith('.*') && permission.startsWith(one.slice(0, -1))));

export const singles = (all: string[]) => all.filter(permission => !permission.endsWith('.*'));

/** Which permissions hold, one box each. */
export function PermissionBoxes(props: {
  scope: Scope;
  all: string[];
  granted: string[];
  onChange: (granted: string[]) => void;
  disabled?: boolean;
}) {
  const each = singles(props.all);
  const granted = each.filter(permission => covers(props.granted, permission));
  return (
    <fieldset className="boxes">
      <legend>Permissions</legend>
      {each.map(permission => (
        <Checkbox
          key={permission}
          label={<code>{permission}</code>}
          hint={MEANINGS[permission]}
          disabled={props.disabled === true}
          checked={granted.includes(permission)}
          onChange={event =>
            props.onChange(
              event.target.checked ? [...granted, permission] : granted.filter(other => other !== permission),
            )
          }
        />
      ))}
    </fieldset>
  );
}

/** In few words what a key may do. */
export function summary(granted: string[], all: string[]): string {
  const each = singles(all);
  const held = each.filter(permission => covers(granted, permission));
  if (held.length === 0) return 'Nothing';
  if (held.length === each.length) return 'Everything';
  return held.map(permission => permission.replace(/^\w+\./, '')).join(', ');
}
