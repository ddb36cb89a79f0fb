import { Play } from 'lucide-react';
import type { Expectation, PortalScenario, ScenarioCall } from '#testcontrol/contract';
import { ApiError } from '../../api/client';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { MarkedText } from '../../ui/placeholders';
import { Notice, NoticeText } from '../../ui/notice';
import { isPlayed, type Run } from './use-runs';
import { Badge, HttpStatus } from '../../ui/badge';
import { Json } from '../../ui/json';

interface PanelProps {
  scenario: PortalScenario;
  run: Run | undefined;
  /** Undefined if the scenario cannot be played here. */
  play: (() => void) | undefined;
}

export function ScenarioPanel({ scenario, run, play }: PanelProps) {
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
            {result.actual.given !== undefined && (
              <strong>Call {result.actual.given + 1} before the request failed.</strong>
            )}
            {result.differences.map(difference => (
              <NoticeText key={difference}>{difference}</NoticeText>
            ))}
          </span>
        </Notice>
      )}
      <Comparison expected={result?.expected ?? expect} actual={result?.actual} />
      {!playable && <CommandLine id={id} />}
      {given.map((call, index) => (
        <Call key={index} title={given.length > 1 ? `Call ${index + 1} before` : 'Call before'} call={call} />
      ))}
      <Call title="Request" call={request} />
    </Dialog>
  );
}

/** The command for scenarios that create worlds: the portal cannot play them, because it plays scenarios in a world. */
function CommandLine({ id }: { id: string }) {
  return (
    <>
      <p className="py-1 text-muted">This scenario creates a world. Play it from the command line:</p>
      <CodeBlock title="Command" text={`nameyard scenario run ${id} --tenant ${useTenant()}`} />
    </>
  );
}

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

const CELL = 'border-b border-line py-2 pe-3 text-start align-top';
const HEAD = `${CELL} font-medium text-muted`;

/** The expected outcome, beside the actual outcome if the scenario was played. */
function Comparison({ expected, actual }: { expected: Expectation; actual: Expectation | undefined }) {
  return (
    <div className="overflow-x-auto">
      <table
        className="w-full table-fixed border-collapse text-sm [&_code]:text-2xs [&_code]:wrap-anywhere [&_code]:whitespace-pre-wrap"
        aria-label="Outcome"
      >
        <thead>
          <tr>
            <th scope="col" className={`w-19 ${HEAD}`}>
              <span className="sr-only">Part</span>
            </th>
            <th scope="col" className={HEAD}>
              Expected
            </th>
            {actual && (
              <th scope="col" className={HEAD}>
                Actual
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {PARTS.filter(({ has }) => has(expected) || (actual && has(actual))).map(({ name, has, Content }) => (
            <tr key={name}>
              <th scope="row" className={HEAD}>
                {name}
              </th>
              <td className={CELL}>
                {has(expected) ? (
                  <Content outcome={expected} />
                ) : (
                  <span className="text-muted">{name === 'Code' ? 'none' : 'any'}</span>
                )}
              </td>
              {actual && (
                <td className={CELL}>
                  {has(actual) ? <Content outcome={actual} /> : <span className="text-muted">none</span>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const PARTS = [
  { name: 'Response', has: () => true, Content: Ending },
  {
    name: 'Code',
    has: ({ code }: Expectation) => code !== undefined,
    Content: ({ outcome: { code } }: { outcome: Expectation }) => <code>{code}</code>,
  },
  part('Headers', ({ headers }) => headers),
  part('Data', ({ data }) => data),
  part('Events', ({ events }) => events),
];

function part(name: string, valueOf: (outcome: Expectation) => object | undefined) {
  return {
    name,
    has: (outcome: Expectation) => valueOf(outcome) !== undefined,
    Content: ({ outcome }: { outcome: Expectation }) => <Json value={valueOf(outcome)} />,
  };
}
