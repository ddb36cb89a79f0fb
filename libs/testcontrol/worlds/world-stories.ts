import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#identity/access';
import { domainStatusOf, type Order, orderRows } from '#orders';
import { Clock } from '#platform/process/clock';
import { Database } from '#platform/database';
import { archiveEnded, ClockRepository, findEnded, listEnded, TemporaryTenants } from '#tenancy';
import { type LogOwner, ReadLog } from '#usage';
import { listRecent } from '#webhooks';
import type { EndedWorld, StoryOrder, WorldStory, WorldStoryView } from '../contract.js';
import { viewFault } from '../faults/faults.js';
import { filterOf, viewOf } from '../journal/journal-requests.js';
import { StoryNotFound } from '../model/errors.js';
import { FaultRule } from '../model/fault-rule.js';
import { faultRows } from './world-state.js';

/** Maximum number of entries of each kind in a story. */
const MAX_ENTRIES = 200;

/** Start of the search for deliveries, before all of them. Not before 1970, because delivery IDs contain Unix times. */
const START = new Date('2020-01-01T00:00:00Z');

/** Reads the stories of worlds. The story of an ended world is archived for 7 days; live worlds are read from their data. */
@Injectable()
export class WorldStories {
  constructor(
    private readonly database: Database,
    private readonly tenants: TemporaryTenants,
    private readonly clocks: ClockRepository,
    private readonly log: ReadLog,
    private readonly clock: Clock,
  ) {}

  /** @throws StoryNotFound */
  async get({ id }: PathTenant, slug: string): Promise<WorldStoryView> {
    const ended = await findEnded.first(this.database, { parent: id, slug });
    if (ended)
      return {
        tenant: slug,
        name: ended.name,
        created_at: ended.createdAt.toISOString(),
        ended_at: ended.endedAt.toISOString(),
        ...(ended.story as WorldStory),
      };
    const world = await this.tenants.find(id, slug);
    if (!world) throw new StoryNotFound();
    await this.log.flush();
    const { name, createdAt, expiresAt } = world;
    const hasEnded = expiresAt! <= this.clock.now();
    return {
      tenant: slug,
      name,
      created_at: createdAt.toISOString(),
      ended_at: hasEnded ? expiresAt!.toISOString() : null,
      ...(await this.tell(world, hasEnded ? expiresAt! : this.clock.now())),
    };
  }

  /** The worlds of a tenant that ended in the last 7 days, newest first. */
  async list({ id }: PathTenant): Promise<EndedWorld[]> {
    const ended = await listEnded.run(this.database, { parent: id });
    return ended.map(({ slug, name, endedAt }) => ({ tenant: slug, name, ended_at: endedAt.toISOString() }));
  }

  /** Archives the story of a world whose rows are about to be removed. */
  async keep(world: LogOwner & { expiresAt: Date }): Promise<void> {
    const story = await this.tell(world, world.expiresAt);
    await archiveEnded.run(this.database, { id: world.id, story });
  }

  private async tell(world: LogOwner, at: Date): Promise<WorldStory> {
    const { id } = world;
    const [clock, requests, orders, deliveries, faults] = await Promise.all([
      this.clocks.get(id),
      this.log.oldest(world, filterOf({}), { limit: MAX_ENTRIES }),
      orderRows.list(this.database, id, MAX_ENTRIES),
      listRecent(this.database, id, { since: START }, { first: 'oldest', limit: MAX_ENTRIES }),
      faultRows.list(this.database, id, MAX_ENTRIES),
    ]);
    return {
      clock: clock.mode,
      clock_now: clock.now(at).toISOString(),
      requests: requests.map(viewOf),
      orders: orders.map(orderView),
      deliveries,
      faults: faults.map(row => viewFault(Object.assign(new FaultRule(), row))),
    };
  }
}

const orderView = (order: Order): StoryOrder => ({
  order_id: order.id,
  domain: order.domain,
  kind: order.kind,
  status: order.status,
  domain_status: domainStatusOf(order),
  created_at: order.createdAt.toISOString(),
  paid_at: order.paidAt?.toISOString() ?? null,
});
