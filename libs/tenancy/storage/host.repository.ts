import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, audit } from '#platform/security/audit';
import { isUniqueViolation, notification, NOTIFY, violates } from '#platform/database';
import { HostExists, HostNotFound, MAX_HOSTS, TooManyHosts } from '../model/errors.js';
import { OwnHost } from '../model/own-host.js';
import { HOSTS_TOPIC } from './topics.js';

@Injectable()
export class HostRepository {
  constructor(private readonly dataSource: DataSource) {}

  listOf(tenantId: string): Promise<OwnHost[]> {
    return this.dataSource
      .getRepository(OwnHost)
      .find({ where: { tenantId }, order: { createdAt: 'ASC', name: 'ASC' } });
  }

  /** @throws HostNotFound */
  async get(tenantId: string, name: string): Promise<OwnHost> {
    const host = await this.dataSource.getRepository(OwnHost).findOneBy({ tenantId, name });
    if (!host) throw new HostNotFound(name);
    return host;
  }

  /**
   * Adds a host. The lock serializes concurrent calls of a tenant, so that they cannot exceed the maximum.
   * @throws HostExists · TooManyHosts
   */
  async add(host: OwnHost, by: Actor): Promise<void> {
    const { tenantId, name, createdAt } = host;
    try {
      await this.dataSource.transaction(async tx => {
        await tx.query(`SELECT pg_advisory_xact_lock(hashtext('tenancy.hosts'), hashtext($1))`, [tenantId]);
        if ((await tx.countBy(OwnHost, { tenantId })) >= MAX_HOSTS) throw new TooManyHosts();
        await tx.insert(OwnHost, host);
        await audit(tx, by, { tenantId, action: 'host.add', subject: name, after: host.facts() }, createdAt);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new HostExists(name);
      throw error;
    }
  }

  /**
   * Loads, changes and saves a host. `owner`: the host of another tenant that has verified the name; it can be changed, too.
   * @throws HostNotFound
   */
  async change(tenantId: string, name: string, by: Actor, at: Date, work: Work): Promise<OwnHost> {
    const attempt = () => this.dataSource.transaction(tx => changeIn(tx, { tenantId, name }, by, at, work));
    try {
      return await attempt();
    } catch (error) {
      // Another tenant has verified the host after it was checked for that; the second attempt finds it taken.
      if (violates(error, 'hosts_verified')) return attempt();
      throw error;
    }
  }

  /** @throws HostNotFound */
  remove(tenantId: string, name: string, by: Actor, at: Date): Promise<void> {
    return this.dataSource.transaction(async tx => {
      const host = await lock(tx, { tenantId, name });
      await tx.delete(OwnHost, { tenantId, name });
      await audit(tx, by, { tenantId, action: 'host.remove', subject: name, before: host.facts() }, at);
      await tx.query(NOTIFY, notification(HOSTS_TOPIC, name));
    });
  }
}

interface Key {
  tenantId: string;
  name: string;
}

async function lock(tx: EntityManager, key: Key): Promise<OwnHost> {
  const host = await tx.findOne(OwnHost, { where: key, lock: { mode: 'pessimistic_write' } });
  if (!host) throw new HostNotFound(key.name);
  return host;
}

type Work = (host: OwnHost, owner: OwnHost | undefined) => void;

/** Locks the hosts of all tenants with the name, so that concurrent checks change its owner one after the other. */
async function changeIn(tx: EntityManager, key: Key, by: Actor, at: Date, work: Work): Promise<OwnHost> {
  const { tenantId, name } = key;
  const lock = { mode: 'pessimistic_write' } as const;
  const all = await tx.find(OwnHost, { where: { name }, order: { tenantId: 'ASC' }, lock });
  const host = all.find(each => each.tenantId === tenantId);
  if (!host) throw new HostNotFound(name);
  const owner = all.find(each => each !== host && each.state === 'verified');
  const before = host.facts();
  const ownerBefore = owner?.facts();
  work(host, owner);
  const lost = owner?.state === 'lapsed' ? owner : undefined;
  if (lost) {
    // Saved first, because a name has one owner.
    await tx.save(OwnHost, lost);
    const after = { ...lost.facts(), taken_by: tenantId };
    const change = { tenantId: lost.tenantId, action: 'host.lose', subject: name, before: ownerBefore, after };
    await audit(tx, by, change, at);
  }
  await tx.save(OwnHost, host);
  const after = host.facts();
  if (after.state === before.state && after.verified_by === before.verified_by) return host;
  const action = after.state === 'lapsed' ? 'host.lapse' : 'host.verify';
  const facts = lost ? { ...after, taken_from: lost.tenantId } : after;
  await audit(tx, by, { tenantId, action, subject: name, before, after: facts }, at);
  await tx.query(NOTIFY, notification(HOSTS_TOPIC, name));
  return host;
}
