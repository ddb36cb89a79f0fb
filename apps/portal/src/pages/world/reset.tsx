import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { ask, of } from '../../api/client';
import type { ResetResult } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { plural } from '../../ui/numbers';

/** Back to an empty world: keys and webhooks stay, everything that was ordered goes. */
export function Reset({ tenant }: { tenant: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const reset = useAction(() => ask<ResetResult>('POST', of(tenant, 'reset'), { confirm: tenant }), {
    stale: [[tenant]],
    done: ({ orders, domains }) => `Removed ${plural(orders, 'order')} and ${plural(domains, 'domain')}.`,
    onDone: () => setIsOpen(false),
  });
  return (
    <>
      <Button icon={<Eraser size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        Reset sandbox
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => reset.mutate(undefined)}
        title="Reset this sandbox?"
        action="Remove everything"
        busy={reset.isPending}
        word={tenant}
      >
        <p>
          All orders, payments and registered domains of <strong>{tenant}</strong> are removed, and every name is free
          again. Keys, webhooks and the request log stay. This cannot be taken back.
        </p>
      </Confirm>
    </>
  );
}
