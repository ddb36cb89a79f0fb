import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReceiverWithSecret } from '../../api/types';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog, NewSecret } from '../../ui/dialog';
import { ReceiverForm } from './receiver-form';

interface AddReceiverProps {
  tenant: string;
  open: boolean;
  onClose: () => void;
  eventTypes: string[];
  /** Whether receivers may have private addresses such as localhost. */
  allowsPrivate: boolean;
}

/** A form for the new receiver, then its signing secret. */
export function AddReceiver({ tenant, open, onClose, eventTypes, allowsPrivate }: AddReceiverProps) {
  const navigate = useNavigate();
  const [created, setCreated] = useState<ReceiverWithSecret>();
  if (created)
    return (
      <SigningSecret
        secret={created.secret}
        onSaved={() => {
          setCreated(undefined);
          void navigate({
            to: '/t/$tenant/webhooks/receivers/$receiver',
            params: { tenant, receiver: created.receiver.id },
            replace: true,
          });
        }}
      />
    );
  return (
    <Dialog open={open} onClose={onClose} title="Add receiver">
      <ReceiverForm
        method="POST"
        path={['tenants', tenant, 'receivers']}
        initial={{ url: '', description: '', events: [] }}
        eventTypes={eventTypes}
        submit="Add receiver"
        onCancel={onClose}
        onSuccess={setCreated}
        urlHelp={setUrl => <TestEndpoint tenant={tenant} allowsPrivate={allowsPrivate} setUrl={setUrl} />}
      />
    </Dialog>
  );
}

export const SigningSecret = ({ secret, onSaved }: { secret: string; onSaved: () => void }) => (
  <NewSecret
    title="Save the signing secret"
    secret={secret}
    onSaved={onSaved}
    description={
      <p>
        Your system uses it to verify that messages come from Nameyard. You will not be able to see it again.{' '}
        <a href="/docs/webhooks" target="_blank" rel="noreferrer">
          How to verify messages
        </a>
      </p>
    }
  />
);

const TEST_URL = 'http://localhost:4000/';
const TEST_SERVER = `node -e "require('http').createServer((q, s) => { q.pipe(process.stdout); q.on('end', () => s.end()) }).listen(4000)"`;

/** Help for users who have no endpoint yet. */
function TestEndpoint(props: { tenant: string; allowsPrivate: boolean; setUrl: (url: string) => void }) {
  return (
    <details className="help">
      <summary>No endpoint yet?</summary>
      {props.allowsPrivate ? (
        <>
          <p>Start this server in a terminal. It prints each message and responds with 200.</p>
          <CodeBlock title="In a terminal" text={TEST_SERVER} />
          <Button small onClick={() => props.setUrl(TEST_URL)}>
            {`Use ${TEST_URL}`}
          </Button>
        </>
      ) : (
        <>
          <p>On a machine without a public address, use the command line to receive events. You need no receiver.</p>
          <CodeBlock
            title="In a checkout of Nameyard"
            text={`npm run cli -- listen --api ${location.origin}/api/v1 --tenant ${props.tenant} --key "$NAMEYARD_KEY"`}
          />
        </>
      )}
    </details>
  );
}
