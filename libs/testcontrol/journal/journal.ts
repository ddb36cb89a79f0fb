import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { ClockRepository } from '#tenancy';
import { UnknownId } from '#platform/model';
import { type IdScope, OpaqueIds } from '#platform/security/secrets';
import { type RequestPosition, type LogOwner, ReadLog } from '#usage';
import type { JournalPage, JournalQuery } from '../contract.js';
import { filterOf, viewOf } from './journal-requests.js';

const DAY_MS = 86_400_000;

/** The requests of a tenant since its last reset, for at most 24 hours. */
@Injectable()
export class Journal {
  constructor(
    private readonly log: ReadLog,
    private readonly clocks: ClockRepository,
    private readonly ids: OpaqueIds,
    private readonly clock: Clock,
  ) {}

  /** The time from which the journal has entries. */
  async start(tenantId: string): Promise<Date> {
    const { resetAt } = await this.clocks.get(tenantId);
    return new Date(Math.max(this.clock.millis() - DAY_MS, resetAt?.getTime() ?? 0));
  }

  /**
   * Lists requests, oldest first: all that were answered before the call, by any process.
   * @throws UnknownId · ServiceUnavailable
   */
  async list(tenant: LogOwner, query: JournalQuery): Promise<JournalPage> {
    const page = await this.read(tenant, query);
    const { rows, isLast } = page.mayLackRows ? await this.read(tenant, query) : page;
    return { requests: rows.map(viewOf), next: isLast ? null : this.encode(tenant.id, rows.at(-1)!) };
  }

  /**
   * Reads a page. Requests that are answered during the call may be logged out of order, and a cursor after one of them would
   * skip those logged later. So every page except the last omits them. If no row remains, returns all rows with `mayLackRows`,
   * and the caller reads again; rows can still be missing if the clocks of the processes differ.
   */
  private async read(tenant: LogOwner, { after, limit, faulted, ...fields }: JournalQuery) {
    const start = isTime(after) ? { after: new Date(after) } : {};
    const position = after === undefined || isTime(after) ? undefined : this.decode(tenant.id, after);
    const calledAt = this.clock.now();
    await this.log.flush();
    const filter = {
      ...filterOf({ ...fields, faulted: faulted === undefined ? undefined : faulted === 'true' }),
      ...start,
      from: await this.start(tenant.id),
    };
    const found = await this.log.oldest(tenant, filter, { after: position, limit: limit + 1 });
    const isLast = found.length <= limit;
    const rows = found.slice(0, limit);
    const complete = isLast ? rows : rows.filter(({ at }) => at < calledAt);
    const mayLackRows = complete.length === 0 && rows.length > 0;
    return { rows: mayLackRows ? rows : complete, isLast, mayLackRows };
  }

  private encode(tenantId: string, { at, id }: RequestPosition): string {
    return this.ids.encode(scopeOf(tenantId), String(at.getTime()), id);
  }

  private decode(tenantId: string, cursor: string): RequestPosition {
    const [at, id] = this.ids.decode(scopeOf(tenantId), cursor) ?? [];
    if (at === undefined || id === undefined) throw new UnknownId('after');
    return { at: new Date(Number(at)), id };
  }
}

const scopeOf = (tenantId: string): IdScope => ({ prefix: 'jrn', owner: tenantId });

/** Times begin with a digit, cursors with a letter. */
const isTime = (after: string | undefined): after is string => after !== undefined && /^\d/.test(after);
