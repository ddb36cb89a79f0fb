import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReceiverView, RecoveryView } from '#webhooks/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { Dialog, useCloseDialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { dialogFootClass, ErrorText, Form, useFields } from '../../ui/form';
import { formatNumber, plural } from '../../ui/format';
import { fromInputValue, toInputValue } from '../../ui/time';

/** Resends the deliveries since a given time that failed, were skipped or wait for a retry, and shows the progress. */
export function RecoverDeliveries({ receiver: { id, failing_since } }: { receiver: ReceiverView }) {
  const tenant = useTenant();
  const { values, field } = useFields(() => ({
    since: toInputValue(new Date(failing_since ?? Date.now() - 86_400_000)),
  }));
  const close = useCloseDialog();
  const [recovery, setRecovery] = useState<RecoveryView>();
  const recover = () =>
    callApi<RecoveryView>('POST', ['tenants', tenant, 'receivers', id, 'recover'], {
      since: fromInputValue(values.since),
    });
  return (
    <Dialog
      title="Recover deliveries"
      description="Resends all deliveries since the given time that failed, were skipped, or wait for a retry; oldest first."
    >
      {recovery ? (
        <Progress recovery={recovery} />
      ) : (
        <Form
          onSubmit={recover}
          onSuccess={setRecovery}
          onCancel={close}
          submit="Recover"
          disabled={values.since === ''}
        >
          <TextField label="Since" type="datetime-local" {...field('since')} />
        </Form>
      )}
    </Dialog>
  );
}

function Progress({ recovery }: { recovery: RecoveryView }) {
  const tenant = useTenant();
  const close = useCloseDialog();
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...queries.recovery(tenant, recovery.id),
    initialData: recovery,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : 1_000),
  });
  const { done, total } = data;
  const isDone = data.state === 'done';
  useEffect(() => {
    if (isDone) void client.invalidateQueries({ queryKey: ['tenants', tenant] });
  }, [client, tenant, isDone]);
  const max = Math.max(total, 1);
  const result = total === 0 ? 'There was nothing to recover.' : `Resent ${plural(done, 'delivery')}.`;
  return (
    <div className="grid grid-cols-1 gap-4.5">
      <progress
        className="h-2 w-full accent-accent"
        max={max}
        value={isDone ? max : done}
        aria-label="Resent deliveries"
      />
      <p role="status">{isDone ? result : `Resent ${formatNumber(done)} of ${formatNumber(total)}…`}</p>
      {error && <ErrorText>{error.message}</ErrorText>}
      <footer className={dialogFootClass}>
        <Button
          label={isDone ? 'Done' : 'Continue in background'}
          variant={isDone ? 'primary' : 'secondary'}
          onClick={close}
        />
      </footer>
    </div>
  );
}
