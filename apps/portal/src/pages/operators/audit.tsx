import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { q } from '../../api/queries';
import type { AuditEntry } from '../../api/types';
import { OperatorsOnly } from '../../shell/operators-only';
import { Mono } from '../../ui/copy';
import { Cut } from '../../ui/cut';
import { Dialog } from '../../ui/dialog';
import { Select } from '../../ui/field';
import { Json } from '../../ui/json';
import { Card, Facts, Page } from '../../ui/page';
import { Empty } from '../../ui/states';
import { More, Table } from '../../ui/table';
import { ExactTime, Time } from '../../ui/time';
import { KINDS, nameOf, wordsOf } from './audit-words';

const route = getRouteApi('/session/audit');

export const Audit = () => (
  <OperatorsOnly title="Audit log">
    <List />
  </OperatorsOnly>
);

function List() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (more: Partial<typeof search>) => void navigate({ search: { ...search, ...more }, replace: true });
  const tenants = useQuery(q.tenants());
  const pages = useInfiniteQuery(q.audit(search));
  const rows = pages.data?.pages.flatMap(({ entries }) => entries);
  const [shown, setShown] = useState<AuditEntry>();
  return (
    <Page title="Audit log" about="Who changed what, when, and from where. Nobody can change this log.">
      <search className="filters" aria-label="Filter the audit log">
        <Select
          aria-label="Kind of change"
          value={search.action ?? ''}
          onChange={event => change({ action: event.target.value })}
        >
          <option value="">Any change</option>
          {search.action && !KINDS.some(({ value }) => value === search.action) && (
            <option value={search.action}>{wordsOf(search.action)}</option>
          )}
          {KINDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Tenant"
          value={search.tenant ?? ''}
          onChange={event => change({ tenant: event.target.value })}
        >
          <option value="">Any tenant</option>
          {tenants.data?.tenants.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </search>
      <Card flush>
        <Table<AuditEntry>
          label="Audit log"
          rows={rows}
          error={pages.error}
          retry={() => void pages.refetch()}
          keyOf={({ id }) => id}
          skeletonRows={8}
          empty={
            <Empty icon={<ScrollText size={22} />} title="No change fits">
              Every change by a person or by the command line is written down here.
            </Empty>
          }
          columns={[
            {
              head: 'Action',
              lead: true,
              cell: entry => (
                <button type="button" className="row-link row-link-whole" onClick={() => setShown(entry)}>
                  {wordsOf(entry.action)}
                </button>
              ),
            },
            {
              head: 'What',
              cell: entry => {
                const name = nameOf(entry);
                return name ? <Cut>{name}</Cut> : <span className="none">–</span>;
              },
            },
            { head: 'Who', cell: ({ actor }) => <Cut>{actor}</Cut> },
            { head: 'Tenant', cell: ({ tenant }) => tenant ?? <span className="none">–</span> },
            { head: 'From', extra: true, cell: ({ address }) => address ?? <span className="none">–</span> },
            { head: 'When', cell: ({ at }) => <Time at={at} />, number: true },
          ]}
        />
        <More pages={pages} shown={rows?.length ?? 0} noun="change" />
      </Card>
      <Dialog
        side
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? wordsOf(shown.action) : ''}
      >
        {shown && <Details entry={shown} />}
      </Dialog>
    </Page>
  );
}

function Details({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  const name = nameOf(entry);
  return (
    <>
      <Facts
        facts={[
          ['Action', <code key="action">{entry.action}</code>],
          ...(name ? ([['What', name]] satisfies [string, string][]) : []),
          ['When', <ExactTime key="at" at={entry.at} seconds />],
          ['Who', entry.actor],
          ['From', entry.address ?? '–'],
          ['Tenant', entry.tenant ?? '–'],
          ['ID', <Mono key="subject" text={entry.subject} what="the ID" />],
        ]}
      />
      {changes.length === 0 && <p className="quiet">Nothing of it is kept, or nothing differs.</p>}
      {changes.length > 0 && (
        <>
          <h3 className="panel-head">Before and after</h3>
          <dl className="changes">
            {changes.map(({ name, before, after }) => (
              <div key={name}>
                <dt>{name}</dt>
                {before !== undefined && (
                  <dd className="was">
                    <span className="visually-hidden">Before: </span>
                    <Json value={before} />
                  </dd>
                )}
                {after !== undefined && (
                  <dd className="is">
                    <span className="visually-hidden">After: </span>
                    <Json value={after} />
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

/** What differs; what stayed as it was says nothing. */
function changesOf({ before, after }: AuditEntry) {
  const was = (before ?? {}) as Record<string, unknown>;
  const is = (after ?? {}) as Record<string, unknown>;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter(name => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map(name => ({ name, before: was[name], after: is[name] }));
}
