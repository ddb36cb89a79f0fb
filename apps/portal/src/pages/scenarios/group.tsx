import { ChevronRight, Play, Square } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PortalScenario } from '#testcontrol/contract';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { plural } from '../../ui/format';
import { RowButton, Table } from '../../ui/table';
import { Ending, Result } from './scenario-panel';
import { isPlayed, type Runs } from './use-runs';

interface GroupProps extends Runs {
  operation: string;
  scenarios: readonly PortalScenario[];
  isOpen: boolean;
  canPlay: boolean;
  onOpen: (id: string) => void;
}

export function Group({ operation, scenarios, isOpen, canPlay, onOpen, ...runs }: GroupProps) {
  const run = (id: string) => {
    onOpen(id);
    void runs.play(id);
  };
  return (
    <details className="group rounded-xl border border-line bg-card max-sm:[&_.phone-title]:pe-21" open={isOpen}>
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-2.5 gap-y-1.5 rounded-xl py-3.5 ps-3 pe-4 marker:hidden hover:bg-hover sm:ps-4.5 sm:pe-6">
        <ChevronRight size={16} className="text-muted group-open:rotate-90" aria-hidden />
        <h3>{operation}</h3>
        <Counts {...runs} scenarios={scenarios} />
      </summary>
      {canPlay && <RunAll {...runs} name={operation} label={`Run all of ${operation}`} scenarios={scenarios} />}
      <Table
        label={operation}
        query={{ data: scenarios }}
        columns={[
          {
            head: 'Scenario',
            phoneTitle: true,
            cell: ({ id, title }) => <RowButton label={title} onClick={() => onOpen(id)} />,
            note: ({ id }) => <code className="text-muted wrap-anywhere">{id}</code>,
          },
          { head: 'Expected', cell: ({ expect }) => <Ending outcome={expect} /> },
          { head: 'Result', cell: ({ id }) => runs.runs[id] && <Result run={runs.runs[id]} /> },
          {
            head: '',
            cell: ({ id, playable }) =>
              canPlay && playable ? (
                <Button
                  label="Run"
                  small
                  icon={Play}
                  busy={runs.runs[id] === 'running'}
                  aria-label={`Run ${id}`}
                  onClick={() => run(id)}
                />
              ) : (
                ''
              ),
          },
        ]}
      />
    </details>
  );
}

export type BatchProps = Runs & Pick<GroupProps, 'scenarios'>;

function Counts({ runs, scenarios }: BatchProps) {
  const played = scenarios.map(({ id }) => runs[id]).filter(isPlayed);
  const failed = played.filter(({ passed }) => !passed).length;
  return (
    <span className="ms-auto flex items-center gap-2.5 text-sm">
      {played.length > failed && <Badge tone="ok">{played.length - failed} passed</Badge>}
      {failed > 0 && <Badge tone="bad">{failed} failed</Badge>}
      <span className="text-muted">{plural(scenarios.length, 'scenario')}</span>
    </span>
  );
}

interface RunAllProps extends BatchProps {
  name: string;
  /** Label of the button. */
  label: string;
  variant?: 'primary';
}

/** Buttons that play the playable scenarios and stop them, with the progress. */
export function RunAll({ runs, playAll, name, label, variant, scenarios }: RunAllProps) {
  const playable = scenarios.filter(({ playable }) => playable);
  const [batch, setBatch] = useState<readonly string[]>([]);
  const stopped = useRef(false);
  const ended = batch.filter(id => runs[id] !== undefined && runs[id] !== 'running').length;
  const start = async () => {
    const ids = playable.map(({ id }) => id);
    stopped.current = false;
    setBatch(ids);
    await playAll(ids, () => stopped.current);
    setBatch([]);
  };
  if (playable.length === 0) return null;
  return (
    <div className={`flex items-center gap-3 text-sm tabular-nums ${variant ? '' : 'px-4 pt-1 pb-3.5 sm:px-6'}`}>
      {batch.length > 0 ? (
        <>
          <progress
            className="h-2 w-full min-w-15 flex-1 accent-accent"
            max={batch.length}
            value={ended}
            aria-label={`Progress of ${name}`}
          />
          <span className="whitespace-nowrap text-muted" role="status">
            {ended} of {batch.length} played
          </span>
          <Button label="Stop" small icon={Square} onClick={() => void (stopped.current = true)} />
        </>
      ) : (
        <Button label={label} small={!variant} variant={variant} icon={Play} onClick={() => void start()} />
      )}
    </div>
  );
}
