import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#identity/contract';
import { queries } from '../../api/queries';
import { timeRange } from '../../api/time-range';
import { useUrlFields } from '../../lib/url-fields';
import { Button } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { Dialog, openDialog } from '../../ui/dialog';
import { Select } from '../../ui/field';
import { Json } from '../../ui/json';
import { Facts, ListPage } from '../../ui/page';
import { RangePicker } from '../../ui/range-picker';
import { SearchField } from '../../ui/search-field';
import { Truncated } from '../../ui/table';
import { Time } from '../../ui/time';
import { groupLogins, KINDS, labelOf, subjectOf } from './audit-labels';

export default function AuditLog() {
  const { search, field, set, change } = useUrlFields('/session/audit');
  const tenants = useQuery(queries.tenants());
  const { range, from, to, ...query } = search;
  const entries = useInfiniteQuery(queries.audit(query, range ? timeRange({ range, from, to }) : undefined));
  return (
    <ListPage
      description="Logins, and changes by people, the command line and the worker, and some by API keys. Entries cannot be edited; failed logins are deleted after 90 days."
      query={{ ...entries, data: entries.data && groupLogins(entries.data) }}
      noun="entry"
      keyOf={({ entry }) => entry.id}
      skeletonRows={8}
      empty={{
        title: 'No matching entries',
        text: 'Change the filters to see other entries.',
        action: <Button label="Clear filters" variant="primary" onClick={() => set({})} />,
      }}
      columns={[
        {
          head: 'Action',
          phoneTitle: true,
          cell: ({ entry, count }) => (
            <button
              type="button"
              className="row-link sm:whitespace-nowrap"
              onClick={() => openDialog(<EntryPanel entry={entry} />)}
            >
              {labelOf(entry.action)}
              {count > 1 && <span className="text-muted"> ({count} times)</span>}
            </button>
          ),
        },
        {
          head: 'Subject',
          cell: ({ entry }) => <Truncated>{subjectOf(entry)}</Truncated>,
        },
        { head: 'Actor', cell: ({ entry }) => <Truncated>{entry.actor}</Truncated> },
        { head: 'Tenant', cell: ({ entry }) => entry.tenant },
        { head: 'IP address', desktopOnly: true, cell: ({ entry }) => entry.address },
        { head: 'Time', cell: ({ entry }) => <Time at={entry.at} />, number: true },
      ]}
    >
      <search className="filters" aria-label="Filter the audit log">
        <SearchField label="Any text" {...field('find')} />
        <SearchField label="Actor" short {...field('actor')} />
        <Select label="Action" empty="Any action" options={KINDS} {...field('action')} />
        <Select
          label="Tenant"
          empty="Any tenant"
          options={tenants.data?.map(({ slug, name }) => ({ value: slug, label: name })) ?? []}
          isIncomplete={tenants.isLoadingError}
          {...field('tenant')}
        />
        <RangePicker value={search} optional onChange={change} />
      </search>
    </ListPage>
  );
}

function EntryPanel({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry);
  return (
    <Dialog kind="side panel" title={labelOf(entry.action)}>
      <Facts
        kind="panel"
        facts={{
          Action: <code>{entry.action}</code>,
          Subject: subjectOf(entry),
          Time: <Time at={entry.at} format="second" />,
          Actor: entry.actor,
          'IP address': entry.address ?? '–',
          Tenant: entry.tenant ?? '–',
          ID: <CopyableCode text={entry.subject} what="ID" />,
        }}
      />
      {changes.length === 0 ? (
        <p className="py-1 text-muted">No changed values are recorded for this entry.</p>
      ) : (
        <>
          <h3 className="-mb-2">Changes</h3>
          <dl className="grid gap-3.5">
            {changes.map(({ name, before, after }) => (
              <div key={name}>
                <dt className="mb-1 text-sm text-muted">{name}</dt>
                <ChangedValue label="Before" className="bg-bad-soft" value={before} />
                <ChangedValue label="After" className="bg-ok-soft" value={after} />
              </div>
            ))}
          </dl>
        </>
      )}
    </Dialog>
  );
}

function ChangedValue({ label, className, value }: { label: string; className: string; value: unknown }) {
  if (value === undefined) return null;
  return (
    <dd
      className={`px-3 py-1.5 text-xs wrap-anywhere whitespace-pre-wrap first-of-type:rounded-t-md last-of-type:rounded-b-md [&_span]:text-inherit ${className}`}
    >
      <span className="sr-only">{label}: </span>
      <Json value={value} />
    </dd>
  );
}

function changesOf(entry: AuditEntry) {
  const before = (entry.before ?? {}) as Record<string, unknown>;
  const after = (entry.after ?? {}) as Record<string, unknown>;
  return Object.keys({ ...before, ...after })
    .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map(name => ({ name, before: before[name], after: after[name] }));
}
