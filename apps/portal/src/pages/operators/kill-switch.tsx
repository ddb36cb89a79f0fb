import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { ask } from '../../api/client';
import { q } from '../../api/queries';
import type { SwitchView } from '../../api/types';
import { useAction } from '../../api/use-action';
import { useIsOperator } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/dialog';
import { Card, Page } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/states';
import { More, Table } from '../../ui/table';
import { ExactTime, Time } from '../../ui/time';

/** Whether live calls are let through. Everyone may see it; operators turn it. */
export function KillSwitch() {
  const registrar = useQuery({ ...q.registrar(), refetchInterval: 5_000 });
  const history = useInfiniteQuery(q.registrarHistory());
  const rows = history.data?.pages.flatMap(({ entries }) => entries);
  return (
    <Page title="Kill switch" about="Stops every live call at once, for all tenants. The sandbox goes on.">
      <Loaded
        query={registrar}
        skeleton={
          <Card>
            <Skeleton lines={1} height={96} />
          </Card>
        }
      >
        {state => <Panel state={state} />}
      </Loaded>
      <Card flush title="History">
        <Table
          label="History of the kill switch"
          rows={rows}
          error={history.error}
          keyOf={({ changed_at, state }) => `${changed_at} ${state}`}
          empty={<p className="quiet">It was never turned.</p>}
          columns={[
            {
              head: 'Turned',
              cell: ({ state }) => <Badge tone={state === 'on' ? 'ok' : 'bad'}>{state.toUpperCase()}</Badge>,
            },
            { head: 'Why', lead: true, cell: ({ reason }) => reason ?? <span className="faint">no reason given</span> },
            { head: 'By', cell: ({ changed_by }) => changed_by },
            { head: 'When', cell: ({ changed_at }) => changed_at && <ExactTime at={changed_at} />, number: true },
          ]}
        />
        <More pages={history} shown={rows?.length ?? 0} noun="change" />
      </Card>
    </Page>
  );
}

function Panel({ state }: { state: SwitchView }) {
  const isOperator = useIsOperator();
  const [isOpen, setIsOpen] = useState(false);
  const isOn = state.state === 'on';
  const target = isOn ? 'OFF' : 'ON';
  const turn = useAction(
    (reason: string) => ask<SwitchView>('POST', 'registrar', { state: isOn ? 'off' : 'on', reason, confirm: target }),
    {
      quiet: true,
      stale: [['registrar']],
      done: ({ state }) => (state === 'on' ? 'The live registrar is ON.' : 'The live registrar is OFF.'),
      onDone: () => setIsOpen(false),
    },
  );
  return (
    <section className={`switch-panel ${isOn ? 'switch-on' : 'switch-off'}`} aria-live="polite">
      <span className="switch-icon" aria-hidden>
        {isOn ? <Power size={26} /> : <PowerOff size={26} />}
      </span>
      <div className="switch-words">
        <h2>{isOn ? 'Live registrar is ON' : 'Live registrar is OFF'}</h2>
        <p>{explain(state)}</p>
        {state.changed_at && (
          <p className="faint">
            Turned {state.state} <Time at={state.changed_at} />
            {state.changed_by && ` by ${state.changed_by}`}
            {state.reason && `: “${state.reason}”`}
          </p>
        )}
      </div>
      {isOperator && (
        <Button variant={isOn ? 'danger' : 'primary'} onClick={() => setIsOpen(true)}>
          {`Turn ${target}`}
        </Button>
      )}
      <Confirm
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={reason => turn.mutate(reason)}
        title={`Turn the live registrar ${target}?`}
        action={`Turn ${target}`}
        busy={turn.isPending}
        danger={isOn}
        word={target}
        reason="Why?"
        {...(turn.error && { error: turn.error.message })}
      >
        <p>
          {isOn
            ? 'From the next second on, every live call of every tenant gets 503. What is under way is finished.'
            : 'Live calls of every tenant are let through again.'}
        </p>
      </Confirm>
    </section>
  );
}

function explain({ state, connected }: SwitchView): string {
  if (state === 'off') return 'Every live call gets 503. The sandbox works as usual.';
  return connected
    ? 'Live calls go to the registrar.'
    : 'Live calls are let through, but no registrar is connected in this installation: they get 503 all the same.';
}
