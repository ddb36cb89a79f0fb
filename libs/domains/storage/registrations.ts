import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BusinessTime } from '#platform/process/clock';
import { Batcher, beginsWith, Conditions, Database, type Executor, Statement, Table } from '#platform/database';
import type { Holding } from '../model/availability.js';
import type { DomainName } from '../model/domain-name.js';
import { normalizeSearchTerm } from '#platform/model';
import { positionOf, type Registration, type RegistrationStatus } from '../model/registration.js';
import { RegistrationMapping } from './registration.mapping.js';

type Lookup = { tenant: string; names: string[] };
type HoldingRow = { tenant: string; domain: string; holding: Holding };

/** PostgreSQL runs one statement while this process reads the result of the other. */
const CONCURRENT_STATEMENTS = 2;

const registrations = new Table(RegistrationMapping);

const SELECT = `SELECT ${registrations.selection} FROM ${registrations.name}
  WHERE tenant_id = :tenant AND domain = :domain`;

/** Leaves out undecided registrations, which only reserve their domains. */
const IS_DECIDED = 'registered_at IS NOT NULL';

const selectByDomain = new Statement<Registration, { tenant: string; domain: string }>(
  'registrations.by-domain',
  `${SELECT} AND ${IS_DECIDED}`,
);

const selectAfter = new Statement<object, { tenant: string; time: BusinessTime }>(
  'registrations.after',
  `SELECT FROM ${registrations.name} WHERE tenant_id = :tenant AND registered_at > :time LIMIT 1`,
);

const selectForUpdate = new Statement<Registration, { tenant: string; domain: string }>(
  'registrations.for-update',
  `${SELECT} FOR UPDATE`,
);

const HOLDING = `tenant_id AS tenant, domain, CASE WHEN registered_at IS NULL THEN 'pending' ELSE 'registered' END AS holding`;

const selectForTenant = new Statement<HoldingRow, { tenant: string; names: string }>(
  'registrations.for-tenant',
  `SELECT ${HOLDING} FROM domains.registrations
   WHERE tenant_id = :tenant AND domain = ANY(:names::text[])`,
);

const selectForTenants = new Statement<HoldingRow, { tenants: string[]; names: string }>(
  'registrations.for-tenants',
  `SELECT ${HOLDING} FROM unnest(:tenants::text[], :names::text[]) AS name (tenant_id, domain)
   JOIN domains.registrations USING (tenant_id, domain)`,
);

const selectByOrders = new Statement<Registration, { tenant: string; domains: string[]; orders: string[] }>(
  'registrations.by-orders',
  `SELECT ${registrations.selection} FROM ${registrations.name}
   WHERE tenant_id = :tenant AND domain = ANY(:domains::text[]) AND order_id = ANY(:orders::text[])
     AND ${IS_DECIDED}
   ORDER BY registered_at DESC, domain DESC`,
);

interface Filter {
  /** Cursor of the previous page. */
  before?: string;
  /** Start of the domain. */
  domain?: string;
  expiresBefore?: BusinessTime;
  status?: { is: RegistrationStatus; at: BusinessTime };
}

/** Filters of `page`. */
interface PageFilter {
  domain?: string;
  /** Text that the domain contains. */
  contains?: string;
  /** Only registrations of these orders. */
  orders?: string[];
}

interface Sorting {
  column: 'registered_at' | 'expires_at' | 'domain';
  direction: 'asc' | 'desc';
}

export interface PageSpec {
  order?: Sorting[];
  offset?: number;
  /** The `next` of the previous page, which had the same single `order`. */
  after?: string;
  limit: number;
}

/** Maximum number of matching rows to sort. With more matches, reading the index of `registered_at` is about as fast. */
const MAX_SORTED = 100_000;

/** `+ interval '0'` keeps the planner from using the index of `registered_at`: it uses the index of expiries and sorts. */
const SORTED = `registered_at + interval '0'`;

@Injectable()
export class Registrations {
  private readonly lookups = new Batcher((lookups: Lookup[]) => this.lookUp(lookups), {
    concurrency: CONCURRENT_STATEMENTS,
    statement: 'domains.lookup',
  });

  constructor(private readonly database: Database) {}

  /** Maps each of the domains that the tenant holds to its holding. Concurrent lookups share statements and results. */
  holdingsOf(tenant: string, domains: DomainName[]): Promise<ReadonlyMap<string, Holding>> {
    return this.lookups.add({ tenant, names: domains.map(({ name }) => name) });
  }

  /** Finds a registration; null while the registry has not decided. */
  async find(tenantId: string, domain: string, executor: Executor = this.database): Promise<Registration | null> {
    return (await selectByDomain.first(executor, { tenant: tenantId, domain })) ?? null;
  }

  /** How a tenant holds a domain, read in a transaction; undefined if it does not. */
  async holdingOf(tx: EntityManager, tenant: string, domain: string): Promise<Holding | undefined> {
    return (await selectForTenant.first(tx, { tenant, names: `{${domain}}` }))?.holding;
  }

  /** Loads a decided or undecided registration, and locks it until the transaction ends. */
  async findForUpdate(tx: EntityManager, tenantId: string, domain: string): Promise<Registration | null> {
    return (await selectForUpdate.first(tx, { tenant: tenantId, domain })) ?? null;
  }

  /** Changes columns of a registration that the transaction has locked. */
  async change(
    tx: EntityManager,
    { tenantId, domain }: Pick<Registration, 'tenantId' | 'domain'>,
    columns: Partial<Registration>,
  ): Promise<void> {
    await tx.update(RegistrationMapping, { tenantId, domain }, columns);
  }

  /** Removes a registration that the transaction has locked. */
  async remove(tx: EntityManager, { tenantId, domain }: Pick<Registration, 'tenantId' | 'domain'>): Promise<void> {
    await tx.delete(RegistrationMapping, { tenantId, domain });
  }

  /** Whether a domain was registered after a time. */
  async existsAfter(tx: EntityManager, tenantId: string, time: BusinessTime): Promise<boolean> {
    return (await selectAfter.first(tx, { tenant: tenantId, time })) !== undefined;
  }

  /** Lists the decided registrations of orders, newest first. */
  ofOrders(tenantId: string, orders: { order: string; domain: string }[]): Promise<Registration[]> {
    return selectByOrders.run(this.database, {
      tenant: tenantId,
      domains: orders.map(({ domain }) => domain),
      orders: orders.map(({ order }) => order),
    });
  }

  /** Lists registrations, newest first. */
  async list(tenantId: string, filter: Filter, limit: number): Promise<Registration[]> {
    const last = filter.before === undefined ? undefined : positionOf(filter.before);
    const query = ofTenant(tenantId);
    query.add(IS_DECIDED);
    query.addIfDefined(
      last?.registeredAt,
      at => `(registered_at, domain) < (${at}, ${query.addParameter(last!.domain)})`,
    );
    query.addIfDefined(filter.domain && normalizeSearchTerm(filter.domain), start => beginsWith('domain', start));
    addExpiry(query, filter);
    const order = (await this.shouldSort(tenantId, filter)) ? SORTED : 'registered_at';
    const text = `SELECT ${registrations.selection} FROM ${registrations.name} WHERE ${query}
      ORDER BY ${order} DESC, domain DESC LIMIT ${query.addParameter(limit)}`;
    return query.run(this.database, text);
  }

  /**
   * A page of decided and undecided registrations, the total number of matches, and the cursor of the next page, which is
   * null at the end.
   */
  async page(
    tenantId: string,
    { domain, contains, orders }: PageFilter,
    { order = [], offset = 0, after, limit }: PageSpec,
    executor: Executor = this.database,
  ): Promise<{ rows: Registration[]; total: number; next: string | null }> {
    const query = ofTenant(tenantId);
    query.addIfDefined(domain, name => `domain = ${name}`);
    query.addIfDefined(contains, text => `strpos(domain, ${text}) > 0`);
    query.addIfDefined(orders, ids => `order_id = ANY(${ids}::text[])`);
    const count = `SELECT count(*)::integer AS total FROM ${registrations.name} WHERE ${query}`;
    const [{ total } = { total: 0 }] = await query.run<{ total: number }>(executor, count);
    const [sorting] = order;
    if (sorting && after !== undefined) addAfter(query, sorting, after);
    const [first, size] = [query.addParameter(offset), query.addParameter(limit + 1)];
    const text = `SELECT ${registrations.selection} FROM ${registrations.name} WHERE ${query}
      ORDER BY ${order.map(({ column, direction }) => `${column} ${direction}, `).join('')} domain OFFSET ${first} LIMIT ${size}`;
    const found = await query.run<Registration>(executor, text);
    const rows = found.slice(0, limit);
    const next = sorting && found.length > limit ? cursorAt(sorting, rows.at(-1)!) : null;
    return { rows, total, next };
  }

  /**
   * Whether to find rows by the index of expiries and sort them. By default, PostgreSQL reads registrations newest first
   * until the page is full, which is slow if few rows match, because the newest ones expire last. Sorting is slow if many match.
   */
  private async shouldSort(tenantId: string, filter: Filter): Promise<boolean> {
    if (!filter.expiresBefore && filter.status?.is !== 'expired') return false;
    const query = ofTenant(tenantId);
    addExpiry(query, filter);
    const text = `SELECT FROM ${registrations.name} WHERE ${query} ORDER BY expires_at OFFSET ${MAX_SORTED} LIMIT 1`;
    return (await query.run(this.database, text)).length === 0;
  }

  /** Returns, for each lookup, the holdings of its tenant among all names of the batch. */
  private async lookUp(lookups: Lookup[]): Promise<ReadonlyMap<string, Holding>[]> {
    const holdings = new Map(lookups.map(({ tenant }) => [tenant, new Map<string, Holding>()]));
    // An array literal of PostgreSQL. Names in normal form need no quotes.
    const names = `{${lookups.flatMap(lookup => lookup.names).join()}}`;
    const tenants = lookups.flatMap(lookup => lookup.names.map(() => lookup.tenant));
    const rows = await (holdings.size === 1
      ? selectForTenant.run(this.database, { tenant: lookups[0]!.tenant, names })
      : selectForTenants.run(this.database, { tenants, names }));
    for (const { tenant, domain, holding } of rows) holdings.get(tenant)!.set(domain, holding);
    return lookups.map(({ tenant }) => holdings.get(tenant)!);
  }
}

function ofTenant(tenantId: string): Conditions {
  const query = new Conditions();
  query.add(`tenant_id = ${query.addParameter(tenantId)}`);
  return query;
}

/** The cursor after a row: the value by which the page is sorted, which can be null, and the domain. */
function cursorAt({ column }: Sorting, row: Registration): string {
  const value = { registered_at: row.registeredAt, expires_at: row.expiresAt, domain: null }[column];
  return `${value?.getTime() ?? ''}_${row.domain}`;
}

/** Adds the condition for rows after a cursor. Null sorts like infinity: last, or first in descending order. */
function addAfter(query: Conditions, { column, direction }: Sorting, cursor: string): void {
  const [, time, domain] = /^(-?\d*)_(.*)$/.exec(cursor)!;
  const name = query.addParameter(domain);
  const isTime = column !== 'domain';
  const value = isTime ? `coalesce(${column}, 'infinity')` : column;
  const last = isTime ? `${query.addParameter(time ? new Date(Number(time)) : 'infinity')}::timestamptz` : name;
  query.add(`(${value} ${direction === 'asc' ? '>' : '<'} ${last} OR ${value} = ${last} AND domain > ${name})`);
}

function addExpiry(query: Conditions, { expiresBefore, status }: Filter): void {
  query.addIfDefined(expiresBefore, time => `expires_at < ${time}`);
  query.addIfDefined(status?.at, now => `expires_at ${status!.is === 'expired' ? '<=' : '>'} ${now}`);
}
