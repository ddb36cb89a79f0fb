import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../../api/client';
import type { ResetResult } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { plural } from '../../ui/format';

/** A button that deletes all orders and domains of the tenant. */
export function ResetSandbox({ tenant }: { tenant: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const reset = useAction(() => callApi<ResetResult>('POST', ['tenants', tenant, 'reset'], { confirm: tenant }), {
    errors: 'form',
    done: ({ orders, domains }) => `Removed ${plural(orders, 'order')} and ${plural(domains, 'domain')}.`,
    onSuccess: () => setIsOpen(false),
  });
  return (
    <>
      <Button icon={Eraser} onClick={() => setIsOpen(true)}>
        Reset sandbox
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setIsOpen(false)}
        action={reset}
        title="Reset this sandbox?"
        submit="Reset sandbox"
        confirmText={tenant}
      >
        <p>
          This removes all orders, payments and domains of <strong>{tenant}</strong>. Keys, webhooks and the request log
          are kept. You cannot undo this.
        </p>
      </Confirm>
    </>
  );
}
