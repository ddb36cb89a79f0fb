import type { NewWorldView } from '#testcontrol/contract';
import { callApi } from '../../api/client';
import { searchExample } from '../../lib/curl';
import { useTenant } from '../../shell/session';
import { CodeBlock, CopyableCode } from '../../ui/copy';
import { FormDialog, NewSecret, openDialog } from '../../ui/dialog';
import { SegmentedField, SelectField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { Facts } from '../../ui/page';
import { TimeLeft } from '../../ui/time';

const LIFETIMES = [
  { value: 'PT15M', label: '15 minutes' },
  { value: 'PT1H', label: '1 hour' },
  { value: 'PT4H', label: '4 hours' },
  { value: 'PT24H', label: '24 hours' },
];

type Origin = 'empty' | 'copy';

const ORIGINS: { value: Origin; label: string }[] = [
  { value: 'empty', label: 'Empty' },
  { value: 'copy', label: 'Copy' },
];

/** A form for a new world; afterwards, its key is shown. */
export function CreateWorld() {
  const tenant = useTenant();
  const { values, field } = useFields({ name: '', ttl: 'PT1H', from: 'empty' as Origin });
  const { name, ttl, from } = values;
  const create = () =>
    callApi<NewWorldView>('POST', ['tenants', tenant, 'worlds'], {
      ...(name.trim() && { name: name.trim() }),
      ttl,
      from,
    });
  return (
    <FormDialog
      title="Create world"
      submit="Create world"
      onSubmit={create}
      onSuccess={world => openDialog(<NewWorld world={world} />)}
    >
      <TextField label="Name, optional" {...field('name')} hint="By default its slug." maxLength={100} autoFocus />
      <SelectField label="Lifetime" options={LIFETIMES} {...field('ttl')} />
      <SegmentedField
        label="Starts"
        options={ORIGINS}
        {...field('from')}
        hint={
          from === 'empty'
            ? 'Without orders and domains, in real time.'
            : 'With the orders, domains, faults and clock of this tenant.'
        }
      />
    </FormDialog>
  );
}

/** Shows the key of a world after it was created. */
const NewWorld = ({ world: { tenant, name, key, expires_at } }: { world: NewWorldView }) => (
  <NewSecret
    wide
    title={`Save the key of ${name}`}
    secret={key}
    description="You will not be able to see it again. It has all permissions in the world, and ends with it."
  >
    <Facts
      facts={{
        'X-Tenant': <CopyableCode text={tenant} what="X-Tenant" />,
        'Ends in': <TimeLeft at={expires_at} over="Ended" />,
      }}
    />
    <CodeBlock title="Try it in a terminal" text={searchExample(tenant, key)}>
      <code>{searchExample(tenant, `${key.slice(0, 15)}…`)}</code>
    </CodeBlock>
  </NewSecret>
);
