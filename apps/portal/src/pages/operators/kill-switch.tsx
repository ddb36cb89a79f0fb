import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Power, PowerOff } from 'lucide-react';
import type { RegistrarView } from '#registrar/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useIsOperator } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Confirm, OpenButton } from '../../ui/dialog';
import { Page, TableCard } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/placeholders';
import { NoRows } from '../../ui/table';
import { Time } from '../../ui/time';

/** State and history of the live registrar. Everyone can see it; only operators can turn it on and off. */
export default function KillSwitch() {
  const registrar = useQuery({ ...queries.registrar(), refetchInterval: 5_000 });
  const history = useInfiniteQuery(queries.registrarHistory());
  return (
    <Page description="Stops all live calls of all tenants. The sandbox is not affected.">
      <Loaded query={registrar} skeleton={<Skeleton lines={1} height={140} />}>
        {state => <SwitchPanel state={state} />}
      </Loaded>
      <TableCard
        title="History"
        query={history}
        noun="change"
        keyOf={({ changed_at, state }) => `${changed_at} ${state}`}
        empty={<NoRows>No changes yet.</NoRows>}
        columns={[
          {
            head: 'Turned',
            cell: ({ state }) => <Badge tone={state === 'on' ? 'ok' : 'bad'}>{state.toUpperCase()}</Badge>,
          },
          {
            head: 'Reason',
            phoneTitle: true,
            cell: ({ reason }) => reason ?? <span className="text-muted">None</span>,
          },
          { head: 'By', cell: ({ changed_by }) => changed_by },
          {
            head: 'Time',
            cell: ({ changed_at }) => <Time at={changed_at} format="minute" />,
            number: true,
          },
        ]}
      />
    </Page>
  );
}

function SwitchPanel({ state: { state, connected, changed_at, changed_by, reason } }: { state: RegistrarView }) {
  const isOperator = useIsOperator();
  const isOn = state === 'on';
  const target = isOn ? 'OFF' : 'ON';
  const confirm = (
    <Confirm
      title={`Turn the live registrar ${target}?`}
      submit={`Turn ${target}`}
      danger={isOn}
      confirmText={target}
      withReason
      onSubmit={reason =>
        callApi<RegistrarView>('POST', ['registrar'], { state: isOn ? 'off' : 'on', reason, confirm: target })
      }
      done={({ state }) => `The live registrar is ${state.toUpperCase()}.`}
    >
      {isOn
        ? 'Within a second, all live calls of all tenants return 503. Calls in progress are completed.'
        : 'All tenants can make live calls again.'}
    </Confirm>
  );
  return (
    <section
      className="flex flex-wrap items-center gap-x-5 gap-y-4.5 rounded-xl border border-line bg-card px-7 py-6.5"
      aria-live="polite"
    >
      <span
        className={`grid size-14 place-items-center rounded-full ${isOn ? 'bg-ok-soft text-ok' : 'bg-bad-soft text-bad'}`}
      >
        {isOn ? <Power size={26} /> : <PowerOff size={26} />}
      </span>
      <div className="flex-[1_1_300px]">
        <h2 className="text-[19px] tracking-[-0.015em]">{isOn ? 'Live registrar is ON' : 'Live registrar is OFF'}</h2>
        <p>{describe(isOn, connected)}</p>
        {changed_at && (
          <p className="text-muted">
            Turned {state} <Time at={changed_at} />
            {changed_by && ` by ${changed_by}`}
            {reason && `: “${reason}”`}
          </p>
        )}
      </div>
      {isOperator && <OpenButton variant={isOn ? 'danger' : 'primary'} label={`Turn ${target}`} dialog={confirm} />}
    </section>
  );
}

function describe(isOn: boolean, isConnected: boolean): string {
  if (!isOn) return 'All live calls return 503. The sandbox is not affected.';
  return isConnected
    ? 'Live calls go to the registrar.'
    : 'Live calls are allowed, but they return 503 because no registrar is connected.';
}
