import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StorefrontChange, StorefrontView } from '#storefront/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';

/** Settings as fields of a form show them: an empty text for null. */
export function settingsOf({ code, name, support_url, ...settings }: StorefrontView) {
  return { ...settings, code: code ?? '', name: name ?? '', support_url: support_url ?? '' };
}

type Settings = Required<StorefrontChange>;

/**
 * Some settings of the storefront, with unsaved changes on top of the saved values. Only changes are sent, so that a form
 * does not undo what another one, or another person, has saved in the meantime.
 */
export function useSettings<Name extends keyof Settings>(storefront: StorefrontView, names: readonly Name[]) {
  type Values = Pick<Settings, Name>;
  const client = useQueryClient();
  const tenant = useTenant();
  const [draft, setDraft] = useState<Partial<Values>>({});
  const [discarded, setDiscarded] = useState(0);
  const saved: Values = settingsOf(storefront);
  const values: Values = { ...saved, ...draft };
  const changed = names.filter(name => JSON.stringify(values[name]) !== JSON.stringify(saved[name]));
  const isChanged = changed.length > 0;
  const discard = () => {
    setDraft({});
    setDiscarded(count => count + 1);
  };
  return {
    values,
    /** Key of the form: it changes when changes are discarded, so that their errors disappear. */
    formKey: discarded,
    field: <Key extends Name>(name: Key) => ({
      name,
      value: values[name],
      onChange: (value: Values[Key]) => setDraft(draft => ({ ...draft, [name]: value })),
    }),
    form: {
      onSubmit: () =>
        callApi<StorefrontView>(
          'PATCH',
          ['tenants', tenant, 'storefront'],
          Object.fromEntries(changed.map(name => [name, values[name]])),
        ),
      done: 'Saved. The pages show the change within a second.',
      onSuccess: (view: StorefrontView) => {
        client.setQueryData(queries.storefront(tenant).queryKey, view);
        setDraft({});
      },
      submit: 'Save changes',
      disabled: !isChanged,
    },
    actions: isChanged && (
      <>
        <span className="text-muted">Unsaved changes</span>
        <Button label="Discard" small onClick={discard} />
      </>
    ),
  };
}
