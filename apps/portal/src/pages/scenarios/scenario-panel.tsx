import { Play } from 'lucide-react';
import type { PortalScenario, ScenarioCall } from '#testcontrol/contract';
import { ApiError } from '../../api/client';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { MarkedText } from '../../ui/marked-text';
import { Notice, NoticeText } from '../../ui/notice';
import { Comparison, Ending, Result } from './outcome';
import { isPlayed, type Run } from './use-runs';

interface PanelProps {
  scenario: PortalScenario;
  run: Run | undefined;
  /** Undefined if the scenario cannot be played here. */
  play: (() => void) | undefined;
}

/** A scenario with its calls, and the outcome of its last run. */
export function ScenarioPanel({ scenario, run, play }: PanelProps) {
  const { id, title, given, request, expect, playable } = scenario;
  const result = isPlayed(run) ? run : undefined;
  return (
    <Dialog kind="side panel" title={title}>
      <p className="flex flex-wrap items-center gap-2.5">
        {run ? <Result run={run} /> : <Ending outcome={expect} />}
        <code>{id}</code>
        {play && (
          <Button small icon={Play} busy={run === 'running'} onClick={play}>
            {run ? 'Run again' : 'Run'}
          </Button>
        )}
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

/** The portal plays scenarios in a world, which cannot have worlds. */
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
