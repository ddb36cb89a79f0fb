import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page';

/** The two sides of webhooks: who is told, and what became of each telling. */
export function WebhooksPage(props: { tenant: string; actions?: ReactNode; children: ReactNode }) {
  const params = { tenant: props.tenant };
  return (
    <Page
      title="Webhooks"
      about={
        <>
          Signed messages to your systems when something happens. <a href="/docs/webhooks">How to verify them</a>
        </>
      }
      actions={props.actions}
    >
      <nav aria-label="Webhooks" className="tabs">
        <Link to="/t/$tenant/webhooks" params={params} activeOptions={{ exact: true, includeSearch: false }}>
          Receivers
        </Link>
        <Link to="/t/$tenant/webhooks/deliveries" params={params} activeOptions={{ includeSearch: false }}>
          Deliveries
        </Link>
      </nav>
      {props.children}
    </Page>
  );
}
