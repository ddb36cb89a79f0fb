import type { AddFaultRequest, FaultView } from '#testcontrol/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useNow } from '../../lib/use-now';
import { useTenant } from '../../shell/session';
import { FormDialog } from '../../ui/dialog';
import { LITERAL, SegmentedField, SelectField, TextField } from '../../ui/field';
import { fieldRowClass, useFields } from '../../ui/form';
import { DurationField } from '../../ui/duration-field';
import { MarkedText } from '../../ui/placeholders';

type Operation = NonNullable<FaultView['match']['operation']>;

const OPERATIONS: Partial<Record<Operation, string>> = {
  search: 'Search',
  check: 'Check',
  order: 'Order',
  checkout: 'Checkout',
  renew: 'Renewal',
};

const isOperation = (name: string | undefined): name is Operation =>
  name !== undefined && Object.hasOwn(OPERATIONS, name);

interface AddFaultProps {
  /** Initial values from the URL: links of failed requests open the form with their operation, domain and code. */
  initial: { operation?: string; domain?: string; code?: string };
}

export function AddFault({ initial }: AddFaultProps) {
  const tenant = useTenant();
  const { values, field } = useFields({
    ...INITIAL_FAULT,
    ...(initial.code && { code: initial.code }),
    operation: isOperation(initial.operation) ? initial.operation : ('' as const),
    event: '',
    domain: initial.domain ?? '',
    times: '1',
    skip: '0',
    expires_in: 'PT10M',
  });
  const now = useNow();
  const receivers = useQuery(queries.receivers(tenant));
  const { kind, operation, event, domain, times, skip, expires_in } = values;
  const subject = () => {
    if (kind === 'webhook') return event ? { event } : {};
    return operation ? { operation } : {};
  };
  const request = (): AddFaultRequest => ({
    match: { ...subject(), ...(domain.trim() && { domain: domain.trim() }) },
    fault: faultOf(values),
    times: Number(times),
    skip: Number(skip),
    expires_in: expires_in.trim(),
  });
  return (
    <FormDialog
      title="Add fault"
      submit="Add fault"
      onSubmit={() => callApi<FaultView>('POST', ['tenants', tenant, 'faults'], request())}
      done="The fault applies from the next request on."
    >
      <SelectField label="Fault" options={KINDS} {...field('kind')} hint={hintOf(kind)} />
      <FaultParameters values={values} field={field} />
      <div className={fieldRowClass}>
        {kind === 'webhook' ? (
          <SelectField
            label="Applies to"
            empty="Checkouts"
            options={receivers.data?.event_types ?? []}
            {...field('event')}
            name="match.event"
            error={receivers.error?.message}
          />
        ) : (
          <SelectField
            label="Operation"
            empty="All"
            options={OPERATIONS}
            {...field('operation')}
            name="match.operation"
          />
        )}
        <TextField
          label="Domain, optional"
          {...field('domain')}
          name="match.domain"
          placeholder="shop-*"
          {...LITERAL}
        />
      </div>
      <div className={fieldRowClass}>
        <TextField label="Requests that fail" {...field('times')} {...NUMERIC} />
        <TextField label="Requests to skip before" {...field('skip')} {...NUMERIC} />
      </div>
      <DurationField
        label="Expires in"
        {...field('expires_in')}
        units={['minute', 'hour', 'second']}
        from={new Date(now)}
        hint="In real time, at most PT24H."
      />
    </FormDialog>
  );
}

const hintOf = (kind: (typeof KINDS)[number]['value']) => KINDS.find(({ value }) => value === kind)?.hint;

type Fault = FaultView['fault'];
type Phase = NonNullable<Fault['phase']>;
type Effect = NonNullable<Fault['effect']>;

const KINDS: { value: Fault['kind']; label: string; hint: string }[] = [
  { value: 'error', label: 'Error response', hint: 'The response is this error, with its status and headers.' },
  { value: 'delay', label: 'Late response', hint: 'The request takes effect, and its response comes later.' },
  { value: 'hang', label: 'No response', hint: 'The connection stays open until the client gives up, at most 60 s.' },
  { value: 'reset', label: 'Connection reset', hint: 'The connection is reset instead of a response.' },
  { value: 'truncate', label: 'Incomplete response', hint: 'The request takes effect, and its response breaks off.' },
  { value: 'webhook', label: 'Webhook', hint: 'Events of checkouts, or of a type, are delivered differently.' },
];

const PHASES: Record<Phase, string> = { before: 'Before the request', after: 'After the request' };

const EFFECTS: Record<Effect, string> = {
  duplicate: 'Sent several times',
  delay: 'Sent later',
  withhold: 'Not sent',
  'bad-signature': 'Wrong signature',
  stale: 'Old timestamp',
  reorder: 'Sent after the next event',
};

const INITIAL_FAULT = {
  kind: 'error' as Fault['kind'],
  code: 'RATE_LIMITED',
  phase: 'before' as Phase,
  ms: '2000',
  bytes: '20',
  effect: 'duplicate' as Effect,
  copies: '2',
  seconds: '10',
};

type Values = typeof INITIAL_FAULT;

/** The fault that the fields describe. The server reports invalid parameters. */
function faultOf({ kind, code, phase, ms, bytes, effect, copies, seconds }: Values): { kind: string } {
  const effects: Partial<Record<Effect, object>> = {
    duplicate: { times: Number(copies) },
    delay: { seconds: Number(seconds) },
  };
  const parameters: Record<Fault['kind'], object> = {
    error: { code: code.trim(), phase },
    delay: { ms: Number(ms) },
    hang: { phase },
    reset: { phase },
    truncate: { bytes: Number(bytes) },
    webhook: { effect, ...effects[effect] },
  };
  return { kind, ...parameters[kind] };
}

const NUMERIC = { inputMode: 'numeric', autoComplete: 'off' } as const;

interface FaultParametersProps {
  values: Values & { operation: Operation | '' };
  field: ReturnType<typeof useFields<Values>>['field'];
}

function FaultParameters({ values: { kind, phase, effect, operation }, field }: FaultParametersProps) {
  const hasPhase = kind === 'error' || kind === 'hang' || kind === 'reset';
  return (
    <>
      {kind === 'error' && <ErrorCode {...field('code')} name="fault.code" operation={operation} />}
      {hasPhase && (
        <SegmentedField
          label="Fails"
          options={PHASES}
          {...field('phase')}
          hint={
            phase === 'before' ? 'The request has no effect.' : 'The request takes effect, and then its response fails.'
          }
        />
      )}
      {kind === 'delay' && <TextField label="Milliseconds" {...field('ms')} name="fault.ms" {...NUMERIC} />}
      {kind === 'truncate' && (
        <TextField label="Bytes of the body" {...field('bytes')} name="fault.bytes" {...NUMERIC} />
      )}
      {kind === 'webhook' && <SelectField label="Event" options={EFFECTS} {...field('effect')} />}
      {kind === 'webhook' && effect === 'duplicate' && (
        <TextField label="Number of deliveries" {...field('copies')} name="fault.times" {...NUMERIC} />
      )}
      {kind === 'webhook' && effect === 'delay' && (
        <TextField label="Seconds" {...field('seconds')} name="fault.seconds" {...NUMERIC} />
      )}
    </>
  );
}

interface ErrorCodeProps {
  name: string;
  value: string;
  operation: Operation | '';
  onChange: (value: string) => void;
}

/** Selects an error that the operation documents, and shows its meaning. */
function ErrorCode({ operation, ...field }: ErrorCodeProps) {
  const { data: errors = [], error } = useQuery(queries.simulatedErrors(useTenant()));
  const shown = errors.filter(({ operations }) => operation === '' || operations.includes(operation));
  const meaning = errors.find(({ code }) => code === field.value)?.description;
  return (
    <SelectField
      label="Error code"
      {...field}
      error={error?.message}
      options={shown.map(({ code, status }) => ({ value: code, label: `${code} (${status})` }))}
      hint={meaning && <MarkedText>{meaning}</MarkedText>}
    />
  );
}
