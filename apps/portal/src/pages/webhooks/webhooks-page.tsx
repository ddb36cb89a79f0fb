import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenant } from '../../shell/session';
import { Page } from '../../ui/page';

/** The head of the webhook pages, with tabs for receivers and deliveries. */
export function WebhooksPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const tenant = useTenant();
  return (
    <Page
      description={
        <>
          Signed messages that notify your systems of events. <a href="/docs/webhooks">How to verify them</a>
        </>
      }
      actions={actions}
    >
      <nav aria-label="Webhooks" className="tabs">
        <Link to="/t/$tenant/webhooks" params={{ tenant }} activeOptions={{ exact: true, includeSearch: false }}>
          Receivers
        </Link>
        <Link to="/t/$tenant/webhooks/deliveries" params={{ tenant }} activeOptions={{ includeSearch: false }}>
          Deliveries
        </Link>
      </nav>
      {children}
    </Page>
  );
}
