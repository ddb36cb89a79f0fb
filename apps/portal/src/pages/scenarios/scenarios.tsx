import { useQuery } from '@tanstack/react-query';
import { Boxes, Search, X } from 'lucide-react';
import type { PortalScenario, ScenarioList } from '#testcontrol/contract';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { PageLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { DialogWhile } from '../../ui/dialog';
import { Select } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { SearchField } from '../../ui/search-field';
import { Empty, Loaded } from '../../ui/placeholders';
import { plural } from '../../ui/format';
import { Group, RunAll } from './group';
import { Results } from './results';
import { ScenarioPanel } from './scenario-panel';
import { useRuns } from './use-runs';

export default function Scenarios() {
  const list = useQuery(queries.scenarios(useTenant()));
  return (
    <Page
      description="Every outcome that you can rehearse, and the calls that lead to it. A run plays in a world of its own, so it changes nothing of this tenant."
      docs={{ href: '/docs/scenarios', label: 'About scenarios' }}
    >
      <Loaded query={list}>{data => <Content {...data} />}</Loaded>
    </Page>
  );
}

function Content({ scenarios, parent }: ScenarioList) {
  const { search, set, change, field, push } = useUrlFields('/session/t/$tenant/scenarios');
  const runs = useRuns();
  const { open, operation, find, code } = search;
  const isFiltered = Boolean(operation ?? find ?? code);
  const shown = scenarios.filter(matches(operation, find, code));
  const opened = scenarios.find(({ id }) => id === open);
  const canPlay = parent === null;
  const playable = shown.filter(({ playable }) => playable).length;
  const these = playable === 1 ? 'this scenario' : `these ${playable} scenarios`;
  const openPanel = (id: string) => push({ open: id });
  return (
    <>
      {parent !== null && <InWorld parent={parent} />}
      <search className="filters" aria-label="Filter scenarios">
        <SearchField label="Title, ID or error code" {...field('find')} />
        <Select label="Operation" empty="All operations" options={operationsOf(scenarios)} {...field('operation')} />
        <Select label="Error code" empty="All error codes" options={codesOf(scenarios)} {...field('code')} />
        {isFiltered && <Button label="Clear" variant="ghost" icon={X} onClick={() => set({ open })} />}
      </search>
      {shown.length === 0 && (
        <Empty icon={Search} title="No matching scenarios" text="Change the text, or select all operations." />
      )}
      {canPlay && (
        <RunAll
          {...runs}
          name="all scenarios"
          label={`Run ${isFiltered ? these : `all ${plural(playable, 'scenario')}`}`}
          variant="primary"
          scenarios={shown}
        />
      )}
      <Results {...runs} scenarios={scenarios} />
      {[...new Set(operationsOf(shown).map(name => subjectOf(scenarios, name)))].map(subject => (
        <section key={subject} className="grid grid-cols-1 gap-2.5" aria-label={subject}>
          <h2 className="text-sm font-medium text-muted">{subject}</h2>
          {operationsOf(shown)
            .filter(name => subjectOf(scenarios, name) === subject)
            .map(name => (
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
        </section>
      ))}
      <DialogWhile open={opened !== undefined} onClose={() => change({ open: undefined })}>
        {opened && (
          <ScenarioPanel
            scenario={opened}
            parent={parent}
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

const SUBJECTS: Record<string, string> = {
  search: 'Domains',
  check: 'Domains',
  order: 'Orders and payments',
  checkout: 'Orders and payments',
  renew: 'Orders and payments',
  orders: 'Orders and payments',
  tlds: 'TLDs',
};

/** The heading of an operation, by its name or by its path below `/sandbox`, such as "Registrations" or "Test control: clock". */
function subjectOf(scenarios: readonly PortalScenario[], operation: string): string {
  const path = scenarios.find(scenario => scenario.operation === operation)?.request.path ?? '';
  const [resource = '', item = ''] = /\/sandbox\/([\w-]+)(?:\/([\w-]+))?/.exec(path)?.slice(1) ?? [];
  if (resource === 'control') return `Test control: ${item}`;
  return SUBJECTS[operation] ?? SUBJECTS[resource] ?? capitalize(resource || 'other');
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The error codes of the scenarios, each with the title of its first scenario. */
function codesOf(scenarios: readonly PortalScenario[]) {
  const titles = new Map<string, string>();
  for (const { expect, title } of scenarios)
    if (expect.code && !titles.has(expect.code)) titles.set(expect.code, title);
  return [...titles].toSorted().map(([value, title]) => ({ value, label: `${value}: ${title}` }));
}

function matches(operation: string | undefined, find = '', code?: string) {
  const text = find.toLowerCase();
  return (scenario: PortalScenario) =>
    (operation === undefined || scenario.operation === operation) &&
    (code === undefined || scenario.expect.code === code) &&
    `${scenario.id} ${scenario.title}`.toLowerCase().includes(text);
}

const InWorld = ({ parent }: { parent: string }) => (
  <Notice tone="warn">
    <Boxes size={16} />
    <span>
      This is a world, and scenarios are played in worlds of their own.{' '}
      <PageLink to="/t/$tenant/scenarios" params={{ tenant: parent }} label={`Play them in ${parent}`} />
    </span>
  </Notice>
);
