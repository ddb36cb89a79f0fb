import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StorefrontChange, StorefrontView } from '#storefront/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';

/** The settings as values of form fields: null becomes an empty text. */
export function settingsOf({ code, name, support_url, ...settings }: StorefrontView) {
  return { ...settings, code: code ?? '', name: name ?? '', support_url: support_url ?? '' };
}

type Settings = Required<StorefrontChange>;

/**
 * Settings of the storefront by name, with unsaved changes. The form sends only the changes, so that it does not undo
 * settings that another form or person has saved meanwhile.
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
    /** React key of the form. It changes when changes are discarded, so that errors of fields disappear. */
    formKey: discarded,
    field: <Key extends Name>(name: Key) => ({
      name,
      value: values[name],
      onChange: (value: Values[Key]) => setDraft(draft => ({ ...draft, [name]: value })),
    }),
    form: {
      onSubmit: async () => {
        const change = Object.fromEntries(changed.map(name => [name, values[name]]));
        const view = await callApi<StorefrontView>('PATCH', ['tenants', tenant, 'storefront'], change);
        client.setQueryData(queries.storefront(tenant).queryKey, view);
        // Keeps what was changed during the request.
        setDraft(current => (current === draft ? {} : current));
      },
      done: 'Saved. The pages show the change within a second.',
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
