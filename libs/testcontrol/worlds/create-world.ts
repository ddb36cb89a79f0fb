import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Keys, type IssuedKey } from '#api-keys';
import { type Actor, audit } from '#platform/security/audit';
import { businessTime, Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database } from '#platform/database';
import { addDuration, ValidationFailed } from '#platform/model';
import { ClockRepository, TemporaryTenants, Tenant, TenantClock } from '#tenancy';
import { ClockControl } from '../clock/clock-control.js';
import type { NewWorldRequest, NewWorldView, SetClockRequest } from '../contract.js';
import { type ClockRequest, resolve, settingRequest } from '../model/clock-change.js';
import { MAX_WORLDS, NestedWorld, TooManyWorlds } from '../model/errors.js';
import { QueueByKey } from '../queue-by-key.js';
import { requireSize, viewWorld } from './view-world.js';
import { assignTo, insertState, makeRepeatable, readState, type WorldState } from './world-state.js';

const MINUTE_MS = 60_000;
const MIN_TTL_MS = MINUTE_MS;
const MAX_TTL_MS = 24 * 60 * MINUTE_MS;

/** The shared limit of a tenant and its worlds is this multiple of the limit of the key that creates a world. */
const SHARED_LIMIT_FACTOR = 10;

/** The tenant that gets a world. */
type Parent = Pick<Tenant, 'id' | 'slug' | 'currency' | 'parentId'>;

interface Creator {
  /** Maximum and default limit of the world's key in requests per minute. */
  limit: number;
  /** Base of the shared limit if a person creates the world (default: `limit`). */
  highestKeyLimit?: number;
  requestId: string | null;
  /** For the audit log; undefined for API keys and scenarios. */
  by?: Actor;
}

interface Copy {
  state: WorldState;
  clock: TenantClock;
}

/** Creates a world: a temporary tenant with a key that has all permissions of the sandbox. */
@Injectable()
export class CreateWorld {
  /** Lets concurrent creations of a tenant wait without occupying database connections, which other tenants need. */
  private readonly queue = new QueueByKey();

  constructor(
    private readonly database: Database,
    private readonly tenants: TemporaryTenants,
    private readonly clocks: ClockRepository,
    private readonly clockControl: ClockControl,
    private readonly keys: Keys,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws NestedWorld · TooManyWorlds · WorldTooLarge · ClockBackwards · ValidationFailed */
  async execute(parent: Parent, request: NewWorldRequest, creator: Creator): Promise<NewWorldView> {
    if (parent.parentId !== null) throw new NestedWorld();
    const { limit = creator.limit } = request;
    if (limit > creator.limit) throw ValidationFailed.of('limit', tooHigh(creator));
    const tenant = this.tenantOf(parent, request, creator);
    const clock = request.clock && clockOf(request.clock, tenant.createdAt);
    const copy = request.from === 'copy' ? await this.readCopy(parent, tenant) : undefined;
    const initial = copy?.clock ?? initialClock(tenant, clock);
    const key = await this.queue.run(parent.id, () =>
      this.database.transaction(tx => this.insert(tx, parent, { tenant, clock: initial, limit, copy, by: creator.by })),
    );
    if (copy && clock) await this.moveClock(parent, tenant, clock, creator);
    return this.view(tenant, key);
  }

  private tenantOf(parent: Parent, { name, ttl = 'PT1H' }: NewWorldRequest, creator: Creator): Tenant {
    const at = this.clock.now();
    return Tenant.temporary({
      parent,
      name,
      at,
      expiresAt: expiryOf(at, ttl),
      sharedLimit: SHARED_LIMIT_FACTOR * (creator.highestKeyLimit ?? creator.limit),
    });
  }

  private readCopy(parent: Parent, tenant: Tenant): Promise<Copy> {
    return this.database.transaction(async tx => {
      await makeRepeatable(tx);
      const state = await readState(tx, parent.id);
      const clock = await this.clocks.get(parent.id, tx);
      requireSize(viewWorld(state, clock, tenant.createdAt));
      return {
        state: assignTo(tenant.id, state),
        clock: Object.assign(clock, { tenantId: tenant.id, changeId: null, lockedSince: null }),
      };
    });
  }

  private async insert(
    tx: EntityManager,
    parent: Parent,
    { tenant, clock, limit, copy, by }: { tenant: Tenant; clock: TenantClock; limit: number; copy?: Copy; by?: Actor },
  ): Promise<IssuedKey> {
    const live = await this.tenants.lockAndCount(tx, parent);
    if (live.count >= MAX_WORLDS) throw new TooManyWorlds();
    await this.tenants.insert(tx, tenant, clock);
    if (copy) await insertState(tx, tenant.id, copy.state);
    if ((live.sharedLimit ?? 0) < tenant.sharedLimit!) await this.tenants.notifyChanged(tx, parent);
    const change = { tenantId: parent.id, action: 'world.create', subject: tenant.id, after: tenant.facts() };
    if (by) await audit(tx, by, change, tenant.createdAt);
    return this.keys.issueIn(tx, { tenantId: tenant.id, name: 'World', limit });
  }

  /** Sets the clock of a copy, which records the events that are due until then. Ends the world after an error. */
  private async moveClock(parent: Parent, tenant: Tenant, clock: ClockRequest, { requestId }: Creator): Promise<void> {
    try {
      await this.clockControl.change(tenant, clock, { requestId });
    } catch (error) {
      await this.database.transaction(tx => this.tenants.end(tx, parent.id, tenant.slug));
      throw error;
    }
  }

  private view({ slug, name, createdAt, expiresAt }: Tenant, { key, value }: IssuedKey): NewWorldView {
    return {
      tenant: slug,
      name,
      key: value,
      permissions: key.permissions,
      limit: key.limit,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt!.toISOString(),
      meta: { source: this.settings.source },
    };
  }
}

/** @throws ValidationFailed that names fields of `clock` */
function clockOf(setting: SetClockRequest, real: Date): ClockRequest {
  try {
    const request = settingRequest(setting);
    resolve(request, { mode: 'real', now: businessTime(real), real, isAccepted: true });
    return request;
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const { details = [] } = error.extras;
    throw new ValidationFailed(details.map(({ field, message }) => ({ field: `clock.${field}`, message })));
  }
}

/** The clock of an empty world, in which no events are due before the requested time. */
function initialClock(tenant: Tenant, request: ClockRequest | undefined): TenantClock {
  const real = tenant.createdAt;
  const clock = TenantClock.real(tenant.id, real);
  if (!request) return clock;
  const { mode, target } = resolve(request, { mode: 'real', now: businessTime(real), real });
  if (mode === 'frozen') clock.freeze(target);
  if (mode === 'running') clock.run(target, real);
  return clock;
}

function expiryOf(at: Date, ttl: string): Date {
  const ms = addDuration(businessTime(at), ttl).getTime() - at.getTime();
  if (ms >= MIN_TTL_MS && ms <= MAX_TTL_MS) return new Date(at.getTime() + ms);
  throw ValidationFailed.of('ttl', 'must be from PT1M to PT24H');
}

const tooHigh = ({ limit, by }: Creator) =>
  `must be at most ${limit}, the ${by ? 'default limit of API keys' : 'limit of the key'}`;
