import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, of } from '../../api/client';
import type { ReceiverWithSecret } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Button } from '../../ui/button';
import { Code } from '../../ui/copy';
import { Dialog, DialogForm } from '../../ui/dialog';
import { ReceiverFields } from './receiver-fields';
import { NewSecret } from '../../ui/new-secret';

/** A receiver in two steps: where it is, then the secret that its messages are signed with. */
export function AddReceiver(props: {
  tenant: string;
  open: boolean;
  onClose: () => void;
  types: string[];
  /** Whether an address of this machine may be one. */
  isLocal: boolean;
}) {
  const navigate = useNavigate();
  const [made, setMade] = useState<ReceiverWithSecret>();
  if (made)
    return (
      <NewSecret
        title="Store the signing secret"
        secret={made.secret}
        onStored={() => {
          setMade(undefined);
          void navigate({
            to: '/t/$tenant/webhooks/receivers/$receiver',
            params: { tenant: props.tenant, receiver: made.receiver.id },
            replace: true,
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
  isLocal: boolean;
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
      <ReceiverFields terms={terms} types={props.types} onChange={setTerms} error={add.error}>
        <NothingListens {...props} onTake={url => setTerms({ ...terms, url })} />
      </ReceiverFields>
    </DialogForm>
  );
}

const TRIAL = 'http://localhost:4000/';
const LISTENER = `node -e "require('http').createServer((q, s) => { q.pipe(process.stdout); q.on('end', () => s.end()) }).listen(4000)"`;

/** A first webhook for those who have nothing yet that could receive one. */
function NothingListens(props: { tenant: string; isLocal: boolean; onTake: (url: string) => void }) {
  return (
    <details className="more-help">
      <summary>Nothing that listens yet?</summary>
      {props.isLocal ? (
        <>
          <p>This prints what it is sent, and answers with 200. Start it in a terminal, and add its address.</p>
          <Code title="In a terminal" code={LISTENER} />
          <Button small onClick={() => props.onTake(TRIAL)}>
            {`Use ${TRIAL}`}
          </Button>
        </>
      ) : (
        <>
          <p>A machine that cannot be reached from here follows the events by itself, and needs no receiver.</p>
          <Code
            title="In a checkout of Nameyard"
            code={`npm run cli -- listen --api ${location.origin}/api/v1 --tenant ${props.tenant} --key "$NAMEYARD_KEY"`}
          />
        </>
      )}
    </details>
  );
}
