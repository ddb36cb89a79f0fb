import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, Search, X } from 'lucide-react';
import type { PortalScenario, ScenarioList } from '#testcontrol/contract';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { DialogWhile } from '../../ui/dialog';
import { Select } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { Empty, Loaded } from '../../ui/placeholders';
import { Group } from './group';
import { ScenarioPanel } from './scenario-panel';
import { useRuns } from './use-runs';

export default function Scenarios() {
  const list = useQuery(queries.scenarios(useTenant()));
  return (
    <Page
      description={
        <>
          Every outcome that you can rehearse, and the calls that lead to it. A run plays in a world of its own, so it
          changes nothing of this tenant. <a href="/docs/scenarios">About scenarios</a>
        </>
      }
    >
      <Loaded query={list}>{data => <Content {...data} />}</Loaded>
    </Page>
  );
}

function Content({ scenarios, parent }: ScenarioList) {
  const { search, set, change, field } = useUrlFields('/session/t/$tenant/scenarios');
  const runs = useRuns();
  const { open, operation, find } = search;
  const isFiltered = Boolean(operation ?? find);
  const shown = scenarios.filter(matches(operation, find));
  const opened = scenarios.find(({ id }) => id === open);
  const canPlay = parent === null;
  const openPanel = (id: string) => change({ open: id }, false);
  return (
    <>
      {parent !== null && <InWorld parent={parent} />}
      <search className="filters" aria-label="Filter scenarios">
        <SearchField label="Title, ID or error code" {...field('find')} />
        <Select label="Operation" empty="All operations" options={operationsOf(scenarios)} {...field('operation')} />
        {isFiltered && (
          <Button variant="ghost" icon={X} onClick={() => set({ open })}>
            Clear
          </Button>
        )}
      </search>
      {shown.length === 0 && (
        <Empty icon={Search} title="No matching scenarios" text="Change the text, or select all operations." />
      )}
      <div className="grid grid-cols-1 gap-2.5">
        {operationsOf(shown).map(name => (
          <Group
            key={name}
            {...runs}
            operation={name}
            scenarios={shown.filter(scenario => scenario.operation === name)}
            isOpen={isFiltered}
            canPlay={canPlay}
            onOpen={openPanel}
          />
        ))}
      </div>
      <DialogWhile open={opened !== undefined} onClose={() => change({ open: undefined })}>
        {opened && (
          <ScenarioPanel
            scenario={opened}
            run={runs.runs[opened.id]}
            play={canPlay && opened.playable ? () => void runs.play(opened.id) : undefined}
          />
        )}
      </DialogWhile>
    </>
  );
}

const operationsOf = (scenarios: readonly PortalScenario[]) => [
  ...new Set(scenarios.map(({ operation }) => operation)),
];

function matches(operation: string | undefined, find = '') {
  const text = find.toLowerCase();
  return (scenario: PortalScenario) =>
    (operation === undefined || scenario.operation === operation) &&
    `${scenario.id} ${scenario.title}`.toLowerCase().includes(text);
}

const InWorld = ({ parent }: { parent: string }) => (
  <Notice tone="warn">
    <Boxes size={16} />
    <span>
      This is a world, and scenarios are played in worlds of their own.{' '}
      <Link to="/t/$tenant/scenarios" params={{ tenant: parent }}>
        Play them in {parent}
      </Link>
    </span>
  </Notice>
);
