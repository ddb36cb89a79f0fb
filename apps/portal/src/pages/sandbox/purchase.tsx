import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PurchaseStep } from '#usage/contract';
import { queries } from '../../api/queries';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge, type Tone } from '../../ui/badge';
import { Card } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/placeholders';
import { BusinessTime, formatElapsed, Time } from '../../ui/time';
import { callAt } from '../try-it/calls';
import { Lanes } from './lanes';
import { FaultOf, Verdict } from './verdict';

/** The history of an order: a summary, then `children`, a picture, and all steps in order of time. */
export function Purchase({ order, children }: { order: string; children: ReactNode }) {
  const timeline = useQuery(queries.timeline(useTenant(), order));
  const steps = timeline.data?.steps;
  return (
    <>
      {timeline.data && <Verdict verdict={timeline.data.verdict} />}
      {children}
      {steps?.some(({ request, kind }) => request || kind === 'attempt') && (
        <Card title="Purchase" description="Who sent what to whom, with the time since the first message.">
          <Lanes steps={steps} />
        </Card>
      )}
      <Card
        title="Timeline"
        description="Requests, payment, registration, events with each delivery attempt, renewals and expiry. Requests are in the log for 30 days."
      >
        <Loaded query={timeline} skeleton={<Skeleton lines={6} />}>
          {({ steps }) => (
            <ol className="grid">
              {steps.map((step, index) => (
                <Step key={`${index} ${step.at}`} step={step} before={steps[index - 1]} />
              ))}
            </ol>
          )}
        </Loaded>
      </Card>
    </>
  );
}

const TONES: Record<PurchaseStep['outcome'], Tone> = { ok: 'ok', failed: 'bad', waiting: 'info', planned: 'plain' };

const DOTS: Record<PurchaseStep['outcome'], string> = {
  ok: 'after:bg-ok',
  failed: 'after:bg-bad',
  waiting: 'after:border-2 after:border-muted after:bg-card',
  planned: 'after:border-2 after:border-muted after:bg-card',
};

const Step = ({ step, before }: { step: PurchaseStep; before: PurchaseStep | undefined }) => (
  <li className={`timeline-step flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5 ps-5.5 ${DOTS[step.outcome]}`}>
    <div className="grid min-w-0 flex-[1_1_320px] gap-0.5">
      <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <strong className="wrap-anywhere">{step.title}</strong>
        <Badge tone={TONES[step.outcome]}>{step.outcome}</Badge>
        {step.detail && <code className="text-muted wrap-anywhere">{step.detail}</code>}
        {step.request?.lost && <Badge tone="bad">response lost</Badge>}
        {step.request?.replayed && <Badge tone="info">stored response</Badge>}
      </span>
      {step.fault && <FaultOf fault={step.fault} />}
      <Links step={step} />
    </div>
    <span className="grid text-sm text-secondary tabular-nums md:justify-items-end">
      {step.outcome === 'planned' ? (
        <BusinessTime at={step.at} seconds />
      ) : (
        <span>
          {before && (
            <span className="text-muted">+{formatElapsed(Date.parse(step.at) - Date.parse(before.at))} · </span>
          )}
          <Time at={step.at} format="millisecond" />
        </span>
      )}
      {step.business_at && differs(step) && (
        <span className="text-muted">
          <BusinessTime at={step.business_at} seconds /> by the clock of the tenant
        </span>
      )}
    </span>
  </li>
);

/** Whether the clock of the tenant was moved. Ignores the small differences between clocks of processes and the database. */
const differs = ({ at, business_at }: PurchaseStep) =>
  Math.abs(Date.parse(at) - Date.parse(business_at ?? at)) > 60_000;

function Links({ step: { request, event_id, delivery_id, order_id } }: { step: PurchaseStep }) {
  const call = request && callAt(request.endpoint);
  if (!request && !event_id && !delivery_id && !order_id) return null;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {request && (
        <TenantLink to="./requests" search={{ find: request.request_id, open: request.id }} label="Request" />
      )}
      {request && call && (
        <TenantLink
          to="./try"
          search={{ call, request: request.id, ...(request.key?.startsWith('key_') && { key: request.key }) }}
          label="Send again"
        />
      )}
      {event_id && !delivery_id && (
        <TenantLink to="./webhooks/events/$event" params={{ event: event_id }} label="Event" />
      )}
      {delivery_id && <TenantLink to="./webhooks/deliveries" search={{ open: delivery_id }} label="Delivery" />}
      {order_id && <TenantLink to="./orders/$order" params={{ order: order_id }} label="Order of the renewal" />}
    </span>
  );
}
