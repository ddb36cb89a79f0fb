import { ApiError } from '../../api/client';
import type { Expectation } from '#testcontrol/contract';
import { Badge, HttpStatus } from '../../ui/badge';
import { Json } from '../../ui/json';
import type { Run } from './use-runs';

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

/** The expected outcome next to the actual one, if there is one. */
export function Comparison({ expected, actual }: { expected: Expectation; actual: Expectation | undefined }) {
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
