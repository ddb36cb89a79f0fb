import { ApiError } from '../../api/client';
import type { Expectation } from '#testcontrol/contract';
import { Badge, Status } from '../../ui/badge';
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
  return status === undefined ? <Badge tone="ok">success</Badge> : <Status status={status} />;
}

export function Result({ run }: { run: Run }) {
  if (run === 'running') return <Badge tone="info">running</Badge>;
  if (run instanceof ApiError) return <Badge tone="bad">not played</Badge>;
  return run.passed ? <Badge tone="ok">passed</Badge> : <Badge tone="bad">failed</Badge>;
}

/** The expected outcome next to the actual one, if there is one. */
export function Comparison({ expected, actual }: { expected: Expectation; actual: Expectation | undefined }) {
  return (
    <div className="table-frame">
      <table className="comparison" aria-label="Outcome">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Part</span>
            </th>
            <th scope="col">Expected</th>
            {actual && <th scope="col">Actual</th>}
          </tr>
        </thead>
        <tbody>
          {PARTS.filter(({ has }) => has(expected) || (actual && has(actual))).map(({ name, has, Content }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                {has(expected) ? (
                  <Content outcome={expected} />
                ) : (
                  <span className="faint">{name === 'Code' ? 'none' : 'any'}</span>
                )}
              </td>
              {actual && <td>{has(actual) ? <Content outcome={actual} /> : <span className="faint">none</span>}</td>}
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
