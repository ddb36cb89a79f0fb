import { useQuery } from '@tanstack/react-query';
import type { PurchaseStep } from '#usage/contract';
import { queries } from '../../api/queries';
import { TenantLink, useTenant } from '../../shell/session';
import { Badge, type Tone } from '../../ui/badge';
import { Card } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/states';
import { BusinessTime, formatElapsed, Time } from '../../ui/time';
import { callAt } from '../try-it/calls';

/** What happened to an order, in order of time. */
export function Timeline({ order }: { order: string }) {
  const timeline = useQuery(queries.timeline(useTenant(), order));
  return (
    <Card
      title="Timeline"
      description="Requests, payment, registration, events with each delivery attempt, renewals and expiry. Requests are in the log for 30 days."
    >
      <Loaded query={timeline} skeleton={<Skeleton lines={6} />}>
        {({ steps }) => (
          <ol className="timeline">
            {steps.map((step, index) => (
              <Step key={`${index} ${step.at}`} step={step} before={steps[index - 1]} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

const TONES: Record<PurchaseStep['outcome'], Tone> = { ok: 'ok', failed: 'bad', waiting: 'info', planned: 'plain' };

const Step = ({ step, before }: { step: PurchaseStep; before: PurchaseStep | undefined }) => (
  <li className={`timeline-step timeline-${step.outcome}`}>
    <div className="timeline-what">
      <span className="inline">
        <strong className="wrap-anywhere">{step.title}</strong>
        <Badge tone={TONES[step.outcome]}>{step.outcome}</Badge>
        {step.detail && <code className="faint">{step.detail}</code>}
      </span>
      <Links step={step} />
    </div>
    <span className="timeline-when">
      {step.outcome === 'planned' ? (
        <BusinessTime at={step.at} seconds />
      ) : (
        <span>
          {before && <span className="faint">+{formatElapsed(Date.parse(step.at) - Date.parse(before.at))} · </span>}
          <Time at={step.at} format="millisecond" />
        </span>
      )}
      {step.business_at && differs(step) && (
        <span className="faint">
          <BusinessTime at={step.business_at} seconds /> by the clock of the tenant
        </span>
      )}
    </span>
  </li>
);

/** The clocks of processes and of the database differ a little. */
const differs = ({ at, business_at }: PurchaseStep) =>
  Math.abs(Date.parse(at) - Date.parse(business_at ?? at)) > 60_000;

function Links({ step: { request, delivery_id, order_id } }: { step: PurchaseStep }) {
  const call = request && callAt(request.endpoint);
  if (!request && !delivery_id && !order_id) return null;
  return (
    <span className="timeline-links">
      {request && (
        <TenantLink to="./requests" search={{ find: request.request_id, open: request.id }}>
          Request
        </TenantLink>
      )}
      {request && call && (
        <TenantLink
          to="./try"
          search={{ call, request: request.id, ...(request.key?.startsWith('key_') && { key: request.key }) }}
        >
          Send again
        </TenantLink>
      )}
      {delivery_id && (
        <TenantLink to="./webhooks/deliveries" search={{ open: delivery_id }}>
          Delivery
        </TenantLink>
      )}
      {order_id && (
        <TenantLink to="./orders/$order" params={{ order: order_id }}>
          Order of the renewal
        </TenantLink>
      )}
    </span>
  );
}
