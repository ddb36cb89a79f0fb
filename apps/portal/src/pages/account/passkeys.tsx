import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import type { Confirmation, FactorsView, PasskeyAdded, PasskeyCreation, PasskeyView } from '#identity/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { canUsePasskeys, createPasskey } from '../../lib/passkeys';
import { FormDialog, OpenButton, openDialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { Menu } from '../../ui/menu';
import { TableCard } from '../../ui/page';
import { Time } from '../../ui/time';
import { ConfirmedDialog } from '../confirmed-dialog';
import { RecoveryCodesDialog } from './second-factors';

const NEEDS_HOST =
  'Browsers have passkeys only for host names, over https or at localhost. Open the portal at such an address to add one.';

export function Passkeys() {
  const factors = useQuery(queries.factors());
  const passkeys = factors.data?.passkeys;
  const add = canUsePasskeys() && <OpenButton icon={Plus} label="Add passkey" dialog={<AddPasskey />} />;
  return (
    <TableCard
      title="Passkeys"
      description="Log in with your fingerprint, face or PIN instead of your password and a code."
      actions={passkeys?.length ? add : undefined}
      query={{ ...factors, data: passkeys }}
      skeletonRows={1}
      empty={{
        icon: Fingerprint,
        title: 'No passkeys yet',
        text: canUsePasskeys() ? 'After you add one, logins with your password also need a second step.' : NEEDS_HOST,
        action: add,
      }}
      columns={[
        {
          head: 'Name',
          phoneTitle: true,
          cell: ({ name }) => <strong className="wrap-anywhere">{name}</strong>,
          note: ({ host }) => <span className="text-muted wrap-anywhere">{host}</span>,
        },
        { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} never="Never" /> },
        { head: 'Added', cell: ({ created_at }) => <Time at={created_at} format="day" /> },
        { head: '', phoneCorner: true, cell: passkey => <PasskeyMenu passkey={passkey} /> },
      ]}
    />
  );
}

const PasskeyMenu = ({ passkey }: { passkey: PasskeyView }) => (
  <Menu
    label={`Actions for ${passkey.name}`}
    items={[
      { label: 'Rename…', icon: Pencil, dialog: <RenamePasskey passkey={passkey} /> },
      { label: 'Remove…', icon: Trash2, dialog: <RemovePasskey passkey={passkey} />, danger: true },
    ]}
  />
);

function AddPasskey() {
  const { values, field } = useFields({ name: '' });
  const add = async (confirmation: Confirmation) => {
    const creation = await callApi<PasskeyCreation>('POST', ['factors', 'passkeys', 'options'], confirmation);
    const attestation = await createPasskey(creation, values.name.trim() || 'Passkey');
    return callApi<PasskeyAdded>('POST', ['factors', 'passkeys'], attestation);
  };
  return (
    <ConfirmedDialog
      title="Add passkey"
      description="Your browser then asks where to keep the passkey."
      submit="Continue"
      onSubmit={add}
      done="The passkey was added."
      onSuccess={({ codes }) => codes && openDialog(<RecoveryCodesDialog codes={codes} />)}
    >
      <TextField
        label="Name"
        {...field('name')}
        hint="So that you recognize it, for example “Work laptop”."
        autoComplete="off"
      />
    </ConfirmedDialog>
  );
}

function RenamePasskey({ passkey: { id, name } }: { passkey: PasskeyView }) {
  const { values, field } = useFields({ name });
  return (
    <FormDialog
      title={`Rename ${name}`}
      submit="Rename"
      onSubmit={() => callApi<PasskeyView>('PATCH', ['factors', 'passkeys', id], { name: values.name.trim() })}
      done="The passkey was renamed."
      disabled={values.name.trim() === ''}
    >
      <TextField label="Name" {...field('name')} autoComplete="off" />
    </FormDialog>
  );
}

const RemovePasskey = ({ passkey: { id, name } }: { passkey: PasskeyView }) => (
  <ConfirmedDialog
    title={`Remove ${name}?`}
    description="You cannot log in with it any more. Also delete it on your device."
    submit="Remove"
    danger
    onSubmit={confirmation => callApi<FactorsView>('POST', ['factors', 'passkeys', id, 'remove'], confirmation)}
    done={`${name} was removed.`}
  />
);
