import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../../api/client';
import { q } from '../../api/queries';
import type { ReceiverView, RecoveryView } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Button } from '../../ui/button';
import { Dialog, DialogForm } from '../../ui/dialog';
import { Field, Input } from '../../ui/field';
import { number, plural } from '../../ui/numbers';
import { forInput } from '../../ui/time';

/** Sends again everything that failed or was skipped since a time, and shows how far it has come. */
export function Recover(props: {
  path: string;
  tenant: string;
  receiver: ReceiverView;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Recover what failed"
      description="Everything that failed or was skipped since this time is sent again, the oldest first."
    >
      <Form {...props} />
    </Dialog>
  );
}

function Form(props: { path: string; tenant: string; receiver: ReceiverView; onClose: () => void }) {
  const { failing_since } = props.receiver;
  const [since, setSince] = useState(() =>
    forInput(failing_since ? new Date(failing_since) : new Date(Date.now() - 86_400_000)),
  );
  const [started, setStarted] = useState<RecoveryView>();
  const recover = useAction(
    () => ask<RecoveryView>('POST', `${props.path}/recover`, { since: new Date(since).toISOString() }),
    { quiet: true, onDone: setStarted },
  );
  if (started) return <Progress tenant={props.tenant} started={started} onClose={props.onClose} />;
  return (
    <DialogForm
      onSubmit={() => recover.mutate(undefined)}
      onCancel={props.onClose}
      submit="Recover"
      busy={recover.isPending}
      disabled={since === ''}
    >
      <Field label="Since" error={recover.error?.about('since') ?? recover.error?.message}>
        <Input type="datetime-local" value={since} onChange={event => setSince(event.target.value)} />
      </Field>
    </DialogForm>
  );
}

function Progress({ tenant, started, onClose }: { tenant: string; started: RecoveryView; onClose: () => void }) {
  const client = useQueryClient();
  const recovery = useQuery({
    ...q.recovery(tenant, started.id),
    initialData: started,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : 1_000),
  });
  const { state, done, total } = recovery.data;
  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: [tenant, 'deliveries'] });
  }, [client, tenant, state]);
  const isDone = state === 'done';
  return (
    <div className="form">
      <progress
        className="progress"
        max={Math.max(total, 1)}
        value={isDone ? Math.max(total, 1) : done}
        aria-label="Sent again"
      />
      <p role="status">
        {isDone
          ? total === 0
            ? 'Nothing had failed since then.'
            : `Done: ${plural(done, 'delivery')} sent again.`
          : `${number(done)} of ${number(total)} sent again …`}
      </p>
      <footer className="dialog-foot">
        <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
          {isDone ? 'Done' : 'Go on in the background'}
        </Button>
      </footer>
    </div>
  );
}
