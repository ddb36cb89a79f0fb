import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, of } from '../../api/client';
import type { ReceiverWithSecret } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Dialog, DialogForm } from '../../ui/dialog';
import { ReceiverFields } from './receiver-fields';
import { NewSecret } from '../../ui/new-secret';

/** A receiver in two steps: where it is, then the secret that its messages are signed with. */
export function AddReceiver(props: { tenant: string; open: boolean; onClose: () => void; types: string[] }) {
  const navigate = useNavigate();
  const [made, setMade] = useState<ReceiverWithSecret>();
  if (made)
    return (
      <NewSecret
        title="Store the signing secret"
        secret={made.secret}
        onStored={() => {
          setMade(undefined);
          props.onClose();
          void navigate({
            to: '/t/$tenant/webhooks/receivers/$receiver',
            params: { tenant: props.tenant, receiver: made.receiver.id },
          });
        }}
      />
    );
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Add a receiver">
      <Form {...props} onMade={setMade} />
    </Dialog>
  );
}

function Form(props: {
  tenant: string;
  types: string[];
  onClose: () => void;
  onMade: (made: ReceiverWithSecret) => void;
}) {
  const [terms, setTerms] = useState({ url: '', description: '', events: [] as string[] });
  const add = useAction(() => ask<ReceiverWithSecret>('POST', of(props.tenant, 'receivers'), terms), {
    quiet: true,
    stale: [
      [props.tenant, 'receivers'],
      [props.tenant, 'usage', 'overview'],
    ],
    onDone: props.onMade,
  });
  return (
    <DialogForm
      onSubmit={() => add.mutate(undefined)}
      onCancel={props.onClose}
      submit="Add receiver"
      busy={add.isPending}
    >
      <ReceiverFields terms={terms} types={props.types} onChange={setTerms} error={add.error} />
    </DialogForm>
  );
}
