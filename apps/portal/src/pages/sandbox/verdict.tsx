import type { PurchaseVerdict, StepFault } from '#usage/contract';
import { TenantLink } from '../../shell/links';
import { Badge, type Tone } from '../../ui/badge';
import { BusinessTime, Time } from '../../ui/time';

const TONES: Record<PurchaseVerdict['state'], Tone> = {
  not_paid: 'plain',
  declined: 'warn',
  paid: 'ok',
  answer_lost: 'bad',
  pending: 'info',
  action_required: 'warn',
  failed: 'bad',
  canceled: 'plain',
  refunded: 'plain',
  expired: 'plain',
};

const BORDERS: Record<Tone, string> = {
  ok: 'border-s-ok',
  warn: 'border-s-warn',
  bad: 'border-s-bad',
  info: 'border-s-info',
  plain: 'border-s-line-strong',
};

/** A real time, a time by the clock of the tenant, or a fault rule. */
const REFERENCE = /(\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z|\d{4}-\d\d-\d\dT[\d:]{8}Z|flt_[\da-f]+)/;

/** The outcome of a purchase: real times in the reader's time zone, times of the tenant's clock in UTC, and links to faults. */
export const Verdict = ({ verdict: { state, text } }: { verdict: PurchaseVerdict }) => (
  <p
    className={`rounded-lg border border-s-4 border-line bg-card px-4 py-3.5 text-lg font-medium text-balance sm:px-5 ${BORDERS[TONES[state]]}`}
    data-testid="verdict"
  >
    {text.split(REFERENCE).map((part, index) => (
      <Part key={`${index} ${part}`} text={part} />
    ))}
  </p>
);

function Part({ text }: { text: string }) {
  if (!REFERENCE.test(text)) return text;
  if (text.startsWith('flt_')) return <FaultLink id={text} />;
  return text.includes('.') ? <Time at={text} format="recentMillisecond" /> : <BusinessTime at={text} seconds />;
}

const FaultLink = ({ id }: { id: string }) => (
  <TenantLink to="./faults" search={{ rule: id }} className="font-mono text-base wrap-anywhere" label={id} />
);

/** The fault that changed a step, with a link to its rule if it has one. */
export const FaultOf = ({ fault: { kind, source } }: { fault: StepFault }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2">
    <Badge tone="warn">{kind ? `fault: ${kind.replaceAll('-', ' ')}` : 'fault'}</Badge>
    {source.startsWith('flt_') ? (
      <FaultLink id={source} />
    ) : (
      <span className="text-sm text-muted">{source === 'header' ? 'by its header' : `by the ${source}`}</span>
    )}
  </span>
);
