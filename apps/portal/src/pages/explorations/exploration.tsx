import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ExplorationFinding, ExplorationStep, ExplorationView } from '#testcontrol/contract';
import { queries } from '../../api/queries';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { CodeBlock } from '../../ui/copy';
import { formatDuration, formatNumber } from '../../ui/format';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { coverageOf, FindingCount } from './explorations';

export default function ExplorationPage() {
  const { exploration: id } = useParams({ from: '/session/t/$tenant/explorations/$exploration' });
  const exploration = useQuery(queries.exploration(useTenant(), id));
  return (
    <Page title="Run" parent={<TenantLink to="./explorations" label="Explore" />}>
      <Loaded query={exploration}>{run => <Run run={run} />}</Loaded>
    </Page>
  );
}

const Run = ({ run }: { run: ExplorationView }) => (
  <>
    <Card>
      <Facts
        facts={{
          Result: <FindingCount count={run.findings.length} />,
          Started: <Time at={run.started_at} format="second" />,
          Duration: formatDuration(run.duration),
          Scenarios: formatNumber(run.scenarios),
          'Plans played': formatNumber(run.plans.length),
          'Plans left': formatNumber(run.left),
          World: <code>{run.world}</code>,
          Nameyard: run.nameyard,
        }}
      />
    </Card>
    {run.findings.map(finding => (
      <Finding key={`${finding.oracle} ${finding.plan}`} finding={finding} />
    ))}
    {run.not_reproduced.length > 0 && (
      <Card title="Not reproduced" description="These happened once, and not again.">
        <ul className="grid gap-1.5">
          {run.not_reproduced.map(({ oracle, title, plan }) => (
            <li key={`${oracle} ${plan}`}>
              {title}: <code className="wrap-anywhere">{plan}</code>
            </li>
          ))}
        </ul>
      </Card>
    )}
    <Card title="Coverage" description={`Your shop met ${coverageOf(run.coverage)} outcomes of the API.`}>
      <Facts
        kind="panel"
        facts={{ Met: <Outcomes names={run.coverage.met} />, 'Never met': <Outcomes names={run.coverage.never_met} /> }}
      />
    </Card>
  </>
);

const Outcomes = ({ names }: { names: string[] }) =>
  names.length === 0 ? (
    <span className="no-value">–</span>
  ) : (
    <ul>
      {names.map(name => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );

const Finding = ({ finding }: { finding: ExplorationFinding }) => (
  <Card title={finding.title}>
    <Facts
      kind="panel"
      facts={{
        Told: <span className="whitespace-pre-line">{finding.told}</span>,
        Truth: <span className="whitespace-pre-line">{finding.truth}</span>,
        'To change': <Advice finding={finding} />,
        Plan: <code>{finding.plan}</code>,
        ...(finding.also.length > 0 && { 'Also with': <Outcomes names={finding.also} /> }),
      }}
    />
    <div className="mt-4">
      <CodeBlock title="Repeat it in a terminal" text={finding.replay} />
    </div>
    <h3 className="mt-5 mb-2">What happened</h3>
    <Table<ExplorationStep & { index: number }>
      label={`Story: ${finding.title}`}
      query={{ data: finding.story.map((step, index) => ({ ...step, index })) }}
      keyOf={({ index }) => String(index)}
      columns={[
        { head: 'Step', phoneTitle: true, cell: step => <Step step={step} /> },
        { head: 'By', cell: ({ from }) => SENDERS[from] },
        { head: 'Fault', cell: ({ fault }) => fault && <code className="wrap-anywhere">{fault}</code> },
        { head: 'After', cell: ({ at }) => formatDuration(Math.max(0, at)), number: true },
        {
          head: 'Duration',
          cell: ({ duration }) => (duration > 0 ? formatDuration(duration) : undefined),
          number: true,
        },
      ]}
    />
  </Card>
);

/** Links only paths of the documentation, because a client wrote the report. */
const Advice = ({ finding: { advice, docs } }: { finding: ExplorationFinding }) => (
  <>
    <span className="whitespace-pre-line">{advice}</span>{' '}
    {docs.startsWith('/docs/') && <a href={docs}>Read the guide</a>}
  </>
);

const Step = ({ step: { text, failed } }: { step: ExplorationStep }) => (
  <span className="wrap-anywhere whitespace-pre-line">
    {text} {failed && <Badge tone="bad">failed</Badge>}
  </span>
);

const SENDERS: Record<ExplorationStep['from'], string> = {
  customer: 'Customer',
  shop: 'Shop',
  nameyard: 'Nameyard',
  driver: 'Driver',
};
