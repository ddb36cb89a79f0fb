import type { AddFaultRequest, FaultView } from '#testcontrol/contract';
import { callApi } from '../../api/client';
import { useTenant } from '../../shell/session';
import { FormDialog } from '../../ui/dialog';
import { LITERAL, SelectField, TextField } from '../../ui/field';
import { useFields } from '../../ui/form';
import { FaultParameters, faultOf, INITIAL_FAULT, KINDS } from './fault-parameters';

type Operation = NonNullable<FaultView['match']['operation']>;

const OPERATIONS: { value: Operation; label: string }[] = [
  { value: 'search', label: 'Search' },
  { value: 'order', label: 'Order' },
  { value: 'checkout', label: 'Checkout' },
  { value: 'renew', label: 'Renewal' },
];

interface AddFaultProps {
  /** Values from the URL, for example of a request that is to be rehearsed. */
  initial: { operation?: string; domain?: string; code?: string };
}

/** A form for a new rule. */
export function AddFault({ initial }: AddFaultProps) {
  const tenant = useTenant();
  const { values, field } = useFields({
    ...INITIAL_FAULT,
    ...(initial.code && { code: initial.code }),
    operation: OPERATIONS.find(({ value }) => value === initial.operation)?.value ?? ('' as const),
    domain: initial.domain ?? '',
    times: '1',
    skip: '0',
    expires_in: 'PT10M',
  });
  const { operation, domain, times, skip, expires_in } = values;
  const request = (): AddFaultRequest => ({
    match: { ...(operation && { operation }), ...(domain.trim() && { domain: domain.trim() }) },
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
      <SelectField label="Fault" options={KINDS} {...field('kind')} hint={hintOf(values.kind)} />
      <FaultParameters values={values} field={field} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] items-start gap-4.5">
        <SelectField
          label="Operation"
          empty="All"
          options={OPERATIONS}
          value={operation}
          onChange={field('operation').onChange}
          name="match.operation"
        />
        <TextField
          label="Domain, optional"
          value={domain}
          onChange={field('domain').onChange}
          name="match.domain"
          placeholder="shop-*"
          {...LITERAL}
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] items-start gap-4.5">
        <TextField label="Requests that fail" {...field('times')} inputMode="numeric" />
        <TextField label="Requests to skip before" {...field('skip')} inputMode="numeric" />
      </div>
      <TextField
        label="Expires in"
        {...field('expires_in')}
        hint="ISO 8601 duration, at most PT24H."
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}

const hintOf = (kind: (typeof KINDS)[number]['value']) => KINDS.find(({ value }) => value === kind)?.hint;
