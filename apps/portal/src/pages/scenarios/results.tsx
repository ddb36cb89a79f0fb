import { TenantLink } from '../../shell/links';
import { plural } from '../../ui/format';
import { TableCard } from '../../ui/page';
import type { BatchProps } from './group';
import { Result } from './scenario-panel';
import { isPlayed } from './use-runs';

/** The scenarios that were played since the page was opened, failed scenarios first. */
export function Results({ runs, scenarios }: BatchProps) {
  const played = scenarios.flatMap(({ id, title }) => {
    const run = runs[id];
    return isPlayed(run) ? [{ id, title, run }] : [];
  });
  const passed = played.filter(({ run }) => run.passed);
  const failed = played.filter(({ run }) => !run.passed);
  if (played.length === 0) return null;
  return (
    <TableCard
      title="Results"
      description={`${plural(played.length, 'scenario')} played: ${passed.length} passed, ${failed.length} failed.`}
      query={{ data: [...failed, ...passed] }}
      columns={[
        {
          head: 'Scenario',
          phoneTitle: true,
          cell: ({ id, title }) => (
            <TenantLink
              to="./scenarios"
              search={search => ({ ...search, open: id })}
              className="row-link"
              label={title}
            />
          ),
          note: ({ id }) => <code className="text-muted wrap-anywhere">{id}</code>,
        },
        { head: 'Result', cell: ({ run }) => <Result run={run} /> },
        { head: 'Difference', cell: ({ run }) => run.differences[0] },
      ]}
    />
  );
}
