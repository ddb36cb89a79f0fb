import { Eraser } from 'lucide-react';
import type { ResetResult } from '#testcontrol/contract';
import { callApi } from '../../api/client';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { Confirm, openDialog } from '../../ui/dialog';
import { plural } from '../../ui/format';

/** A button that deletes all orders and domains of the tenant, and resets its clock. */
export function ResetSandbox() {
  const tenant = useTenant();
  const confirm = (
    <Confirm
      title="Reset this sandbox?"
      submit="Reset sandbox"
      confirmText={tenant}
      onSubmit={() => callApi<ResetResult>('POST', ['tenants', tenant, 'reset'], { confirm: tenant })}
      done={({ orders, domains }) => `Removed ${plural(orders, 'order')} and ${plural(domains, 'domain')}.`}
    >
      <p>
        This removes all orders, payments and domains of <strong>{tenant}</strong>, and returns its clock to real time.
        Keys, webhooks and the request log are kept. You cannot undo this.
      </p>
    </Confirm>
  );
  return (
    <Button icon={Eraser} onClick={() => openDialog(confirm)}>
      Reset sandbox
    </Button>
  );
}
