import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Expectation, PortalScenario, ScenarioCall } from '#testcontrol/contract';
import { ApiError } from '../../api/client';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { MarkedText } from '../../ui/placeholders';
import { Notice, NoticeText } from '../../ui/notice';
import { PlainTable } from '../../ui/table';
import { isPlayed, type Run } from './use-runs';
import { Badge, HttpStatus } from '../../ui/badge';
import { Json } from '../../ui/json';

interface PanelProps {
  scenario: PortalScenario;
  /** Parent of the world; null if the tenant is not a world. */
  parent: string | null;
  run: Run | undefined;
  /** Undefined if the scenario cannot be played here. */
  play: (() => void) | undefined;
}

export function ScenarioPanel({ scenario, parent, run, play }: PanelProps) {
  const tenant = useTenant();
  const { id, title, given, request, expect, playable } = scenario;
  const result = isPlayed(run) ? run : undefined;
  return (
    <Dialog kind="side panel" title={title}>
      <p className="flex flex-wrap items-center gap-2.5">
        {run ? <Result run={run} /> : <Ending outcome={expect} />}
        <code>{id}</code>
        {play && <Button label={run ? 'Run again' : 'Run'} small icon={Play} busy={run === 'running'} onClick={play} />}
      </p>
      {run instanceof ApiError && (
        <Notice tone="bad">
          <NoticeText>
            <MarkedText>{run.message}</MarkedText>
          </NoticeText>
        </Notice>
      )}
      {result && !result.passed && (
        <Notice tone="bad">
          <span>
            {result.actual.given !== undefined && <strong>Preparatory call {result.actual.given + 1} failed.</strong>}
            {result.differences.map(difference => (
              <NoticeText key={difference}>{difference}</NoticeText>
            ))}
          </span>
        </Notice>
      )}
      <Comparison expected={result?.expected ?? expect} actual={result?.actual} />
      {!playable && <CommandLine id={id} tenant={parent ?? tenant} />}
      {given.map((call, index) => (
        <Call key={index} title={given.length > 1 ? `Preparatory call ${index + 1}` : 'Preparatory call'} call={call} />
      ))}
      <Call title="Request" call={request} />
    </Dialog>
  );
}

/** The command for scenarios that create worlds: the portal cannot play them, because it plays scenarios in a world. */
const CommandLine = ({ id, tenant }: { id: string; tenant: string }) => (
  <>
    <p className="py-1 text-muted">This scenario creates a world. Play it from the command line:</p>
    <CodeBlock title="Command" text={`nameyard scenario run ${id} --tenant ${tenant}`} />
  </>
);

const Call = ({ title, call }: { title: string; call: ScenarioCall }) => (
  <CodeBlock title={title} text={textOf(call)} />
);

function textOf({ method, path, headers = {}, body }: ScenarioCall): string {
  const lines = Object.entries(headers).map(([name, value]) => (value === null ? `(no ${name})` : `${name}: ${value}`));
  const content = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [`${method} ${path}`, ...lines, ...(content === undefined ? [] : ['', content])].join('\n');
}

const ENDINGS: Record<NonNullable<Expectation['outcome']>, string> = {
  reset: 'connection reset',
  timeout: 'no response',
  truncated: 'truncated response',
};

/** The status of a response, or how the request ends without one. */
export function Ending({ outcome: { status, outcome } }: { outcome: Expectation }) {
  if (outcome) return <Badge tone="info">{ENDINGS[outcome]}</Badge>;
  return status === undefined ? <Badge tone="ok">success</Badge> : <HttpStatus status={status} />;
}

export function Result({ run }: { run: Run }) {
  if (run === 'running') return <Badge tone="info">running</Badge>;
  if (run instanceof ApiError) return <Badge tone="bad">not played</Badge>;
  return run.passed ? <Badge tone="ok">passed</Badge> : <Badge tone="bad">failed</Badge>;
}

const COMPARISON =
  'w-full table-fixed border-collapse text-sm [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-2 [&_:is(td,th)]:pe-3 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top [&_code]:text-2xs [&_code]:wrap-anywhere [&_code]:whitespace-pre-wrap [&_th]:font-medium [&_th]:text-muted [&_th:first-child]:w-19';

/** The expected outcome, beside the actual outcome if the scenario was played. */
function Comparison({ expected, actual }: { expected: Expectation; actual: Expectation | undefined }) {
  const parts = Object.entries(PARTS).map(([name, show]) => ({
    name,
    expected: show(expected),
    actual: actual && show(actual),
  }));
  const missing = (text: string) => <span className="text-muted">{text}</span>;
  return (
    <div className="overflow-x-auto">
      <PlainTable
        label="Outcome"
        className={COMPARISON}
        rows={parts.filter(part => part.expected ?? part.actual)}
        columns={[
          { head: <span className="sr-only">Part</span>, cell: ({ name }) => name },
          { head: 'Expected', cell: part => part.expected ?? missing(part.name === 'Code' ? 'none' : 'any') },
          ...(actual
            ? [{ head: 'Actual', cell: (part: (typeof parts)[number]) => part.actual ?? missing('none') }]
            : []),
        ]}
      />
    </div>
  );
}

const PARTS: Record<string, (outcome: Expectation) => ReactNode> = {
  Response: outcome => <Ending outcome={outcome} />,
  Code: ({ code }) => code && <code>{code}</code>,
  Headers: ({ headers }) => headers && <Json value={headers} />,
  Data: ({ data }) => data && <Json value={data} />,
  Events: ({ events }) => events && <Json value={events} />,
};
