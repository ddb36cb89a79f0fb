import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import type { ReceiverView, RecoveryView } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { formatNumber, plural } from '../../ui/format';
import { toInputValue } from '../../ui/time';

interface RecoverProps {
  tenant: string;
  receiver: ReceiverView;
  onClose: () => void;
}

/** Resends all failed and skipped deliveries since a given time, and shows the progress. */
export const RecoverDeliveries = ({ open, ...props }: RecoverProps & { open: boolean }) => (
  <Dialog
    open={open}
    onClose={props.onClose}
    title="Recover failed deliveries"
    description="Resends all deliveries that failed or were skipped since the given time, oldest first."
  >
    <RecoverForm {...props} />
  </Dialog>
);

function RecoverForm({ tenant, receiver: { id, failing_since }, onClose }: RecoverProps) {
  const [since, setSince] = useState(() => toInputValue(new Date(failing_since ?? Date.now() - 86_400_000)));
  const [recovery, setRecovery] = useState<RecoveryView>();
  const recover = useAction(
    () =>
      callApi<RecoveryView>('POST', ['tenants', tenant, 'receivers', id, 'recover'], {
        since: new Date(since).toISOString(),
      }),
    { errors: 'form', onSuccess: setRecovery },
  );
  if (recovery) return <Progress tenant={tenant} recovery={recovery} onClose={onClose} />;
  return (
    <Form action={recover} onCancel={onClose} submit="Recover" disabled={since === ''}>
      <TextField label="Since" name="since" type="datetime-local" value={since} onChange={setSince} />
    </Form>
  );
}

function Progress({ tenant, recovery, onClose }: { tenant: string; recovery: RecoveryView; onClose: () => void }) {
  const client = useQueryClient();
  const { data } = useQuery({
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
  const result = total === 0 ? 'There were no failed deliveries.' : `Resent ${plural(done, 'delivery')}.`;
  return (
    <div className="form">
      <progress className="progress" max={max} value={isDone ? max : done} aria-label="Resent deliveries" />
      <p role="status">{isDone ? result : `Resent ${formatNumber(done)} of ${formatNumber(total)}…`}</p>
      <footer className="dialog-foot">
        <Button variant={isDone ? 'primary' : 'secondary'} onClick={onClose}>
          {isDone ? 'Done' : 'Continue in background'}
        </Button>
      </footer>
    </div>
  );
}
