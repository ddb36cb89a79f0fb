import type { ReceiversView, ReceiverView, ReceiverWithSecret } from '#webhooks/contract';
import { callApi } from '../../api/client';
import { useTenant, useTenantNavigate } from '../../shell/session';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { FormDialog, NewSecret, openDialog } from '../../ui/dialog';
import { Checkbox, CheckboxGroup, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';

interface ReceiverFormProps {
  /** The receiver to edit; without it, the form adds a receiver and then shows its signing secret. */
  receiver?: ReceiverView;
  data: ReceiversView;
}

/** Adds or edits a webhook receiver. */
export function ReceiverForm({ receiver, data }: ReceiverFormProps) {
  const tenant = useTenant();
  const navigate = useTenantNavigate();
  const path = ['tenants', tenant, 'receivers'];
  const { url = '', description = '', events: initialEvents = [] } = receiver ?? {};
  const { values, update, field } = useFields({ url, description, events: initialEvents });
  const { events } = values; // empty for all events
  const save = async () => {
    if (!receiver) return callApi<ReceiverWithSecret>('POST', path, values);
    await callApi('PATCH', [...path, receiver.id], values);
    return undefined;
  };
  const showSecret = ({ secret, receiver: { id } }: ReceiverWithSecret) => {
    const params = { receiver: id };
    const showReceiver = () => void navigate({ to: './webhooks/receivers/$receiver', params, replace: true });
    openDialog(<SigningSecret secret={secret} onSaved={showReceiver} />);
  };
  return (
    <FormDialog
      title={receiver ? 'Edit receiver' : 'Add receiver'}
      submit={receiver ? 'Save changes' : 'Add receiver'}
      onSubmit={save}
      done={receiver && 'Saved.'}
      onSuccess={created => created && showSecret(created)}
    >
      <TextField
        label="URL"
        {...field('url')}
        hint="Nameyard sends events to this URL with POST."
        type="url"
        inputMode="url"
        placeholder="https://shop.example/webhooks"
        autoFocus
      />
      {!receiver && <TestEndpoint allowsPrivate={data.private_targets} setUrl={url => update({ url })} />}
      <TextField label="Description" {...field('description')} hint="Optional." maxLength={200} />
      <CheckboxGroup
        legend="Events"
        options={data.event_types.map(type => ({ value: type, label: <code>{type}</code> }))}
        {...field('events')}
        value={events.length === 0 ? data.event_types : events}
        disabled={events.length === 0}
      >
        <Checkbox
          label="All events, including future types"
          checked={events.length === 0}
          onChange={isAll => update({ events: isAll ? [] : data.event_types })}
        />
      </CheckboxGroup>
    </FormDialog>
  );
}

export const SigningSecret = ({ secret, onSaved }: { secret: string; onSaved?: () => void }) => (
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
function TestEndpoint({ allowsPrivate, setUrl }: { allowsPrivate: boolean; setUrl: (url: string) => void }) {
  const tenant = useTenant();
  return (
    <details className="-mt-2 text-sm text-secondary *:not-first:mt-2.5">
      <summary className="w-fit cursor-pointer text-accent">No endpoint yet?</summary>
      {allowsPrivate ? (
        <>
          <p>Start this server in a terminal. It prints each message and responds with 200.</p>
          <CodeBlock title="In a terminal" text={TEST_SERVER} />
          <Button small onClick={() => setUrl(TEST_URL)}>
            {`Use ${TEST_URL}`}
          </Button>
        </>
      ) : (
        <>
          <p>On a machine without a public address, use the command line to receive events. You need no receiver.</p>
          <CodeBlock
            title="In a project with the package nameyard"
            text={`npx nameyard listen --url ${location.origin} --tenant ${tenant} --key "$NAMEYARD_KEY"`}
          />
        </>
      )}
    </details>
  );
}
