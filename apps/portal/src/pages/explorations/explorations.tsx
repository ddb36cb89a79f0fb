import { useQuery } from '@tanstack/react-query';
import type { ExplorationSummary } from '#testcontrol/contract';
import { queries } from '../../api/queries';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { CopyableCode } from '../../ui/copy';
import { formatDuration, formatNumber, plural } from '../../ui/format';
import { ListPage } from '../../ui/page';
import { Time } from '../../ui/time';

export default function ExplorationsPage() {
  const explorations = useQuery(queries.explorations(useTenant()));
  return (
    <ListPage
      description={
        <>
          Runs of <code>nameyard explore</code>, which buys through your shop while requests and webhooks fail, and
          compares what the customer was told with what is true. <a href="/docs/find-bugs">Find bugs</a>
        </>
      }
      query={explorations}
      noun="run"
      empty={{
        title: 'No runs yet',
        text: 'Start your shop, and explore it from a terminal. The run appears here at its end.',
        action: <CopyableCode text="nameyard explore" what="command" />,
      }}
      columns={[
        { head: 'Started', phoneTitle: true, cell: run => <Started run={run} /> },
        { head: 'Findings', phoneCorner: true, cell: ({ findings }) => <FindingCount count={findings.length} /> },
        { head: 'Scenarios', cell: ({ scenarios }) => formatNumber(scenarios), number: true },
        { head: 'Outcomes met', cell: ({ coverage }) => coverageOf(coverage), number: true },
        { head: 'Duration', cell: ({ duration }) => formatDuration(duration), number: true },
      ]}
    />
  );
}

const Started = ({ run: { id, started_at } }: { run: ExplorationSummary }) => (
  <TenantLink
    to="./explorations/$exploration"
    params={{ exploration: id }}
    className="row-link"
    label={<Time at={started_at} format="second" />}
  />
);

export const FindingCount = ({ count }: { count: number }) => (
  <Badge tone={count > 0 ? 'bad' : 'ok'}>{count > 0 ? plural(count, 'finding') : 'nothing found'}</Badge>
);

/** For example "31 of 48". */
export const coverageOf = ({ met, never_met }: ExplorationSummary['coverage']) =>
  `${met.length} of ${met.length + never_met.length}`;
