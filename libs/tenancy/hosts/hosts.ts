import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { Database, isUniqueViolation, notification, NOTIFY, violates } from '#platform/database';
import type { HostView } from '../contract.js';
import { HostExists, HostNotFound, HostTaken, MAX_HOSTS, TooManyHosts } from '../model/errors.js';
import { type HostProblem, OwnHost } from '../model/own-host.js';
import { txtRecordOf } from '../model/txt-record.js';
import { HOSTS_TOPIC } from '../storage/host.mapping.js';
import { normalizeOrKeep, parseOwnHost } from './own-host-names.js';
import { lookUpTxt, resultFor } from './txt-records.js';

/** The host names that tenants add for their storefronts. */
@Injectable()
export class Hosts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The hosts of a tenant, oldest first. */
  async list(tenantId: string): Promise<HostView[]> {
    const hosts = this.database.manager.getRepository(OwnHost);
    return (await hosts.find({ where: { tenantId }, order: { createdAt: 'ASC', name: 'ASC' } })).map(viewHost);
  }

  /**
   * Adds a host to a tenant. It is pending until its TXT record is found or an operator verifies it.
   * @throws InvalidHost · HostExists · TooManyHosts
   */
  async add(tenantId: string, text: string, by: Actor): Promise<HostView> {
    const host = OwnHost.add(tenantId, parseOwnHost(text, this.settings), this.clock.now());
    const { name, createdAt } = host;
    try {
      await this.database.transaction(async tx => {
        // Concurrent calls of a tenant wait for each other, so that they cannot exceed the maximum.
        await tx.query(`SELECT pg_advisory_xact_lock(hashtext('tenancy.hosts'), hashtext($1))`, [tenantId]);
        if ((await tx.countBy(OwnHost, { tenantId })) >= MAX_HOSTS) throw new TooManyHosts();
        await tx.insert(OwnHost, host);
        await audit(tx, by, { tenantId, action: 'host.add', subject: name, after: host.facts() }, createdAt);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new HostExists(name);
      throw error;
    }
    return viewHost(host);
  }

  /**
   * Looks up the TXT record of a host, and verifies the host or lets it lapse. If another tenant has the host, the
   * newest proof wins, so the host can change its tenant. Hosts that an operator has verified are not checked.
   * @throws HostNotFound
   */
  async check(tenantId: string, text: string, by: Actor): Promise<HostView> {
    const key = { tenantId, name: normalizeOrKeep(text) };
    const host = await this.database.manager.findOneBy(OwnHost, key);
    if (!host) throw new HostNotFound(key.name);
    if (host.verifiedBy === 'operator') return viewHost(host);
    const lookedUpAt = this.clock.now();
    const lookup = await lookUpTxt(host, this.settings);
    const at = this.clock.now();
    return this.change(key, by, at, (current, owner) => {
      // The host may have been removed and added again with another token.
      if (current.token !== host.token) return;
      const rival = owner && { owner, isProved: resultFor(owner, lookup) === 'found', lookedUpAt };
      current.applyCheck(resultFor(host, lookup), at, rival);
    });
  }

  /**
   * Verifies a host without a TXT record, on behalf of an operator. It stays verified until another tenant proves control of it
   * in DNS.
   * @throws HostNotFound · HostTaken
   */
  verify(tenantId: string, text: string, by: Actor): Promise<HostView> {
    const key = { tenantId, name: normalizeOrKeep(text) };
    const at = this.clock.now();
    return this.change(key, by, at, (host, owner) => {
      if (owner) throw new HostTaken(key.name);
      host.verifyByOperator(at);
    });
  }

  /** @throws HostNotFound */
  remove(tenantId: string, text: string, by: Actor): Promise<void> {
    const key = { tenantId, name: normalizeOrKeep(text) };
    return this.database.transaction(async tx => {
      const host = await tx.findOne(OwnHost, { where: key, lock: { mode: 'pessimistic_write' } });
      if (!host) throw new HostNotFound(key.name);
      await tx.delete(OwnHost, key);
      const facts = { tenantId, action: 'host.remove', subject: key.name, before: host.facts() };
      await audit(tx, by, facts, this.clock.now());
      await tx.query(NOTIFY, notification(HOSTS_TOPIC, key.name));
    });
  }

  private async change(key: HostKey, by: Actor, at: Date, work: Work): Promise<HostView> {
    const attempt = () => this.database.transaction(tx => changeIn(tx, key, by, at, work));
    try {
      return viewHost(await attempt());
    } catch (error) {
      // Another tenant has verified the host during this transaction; the second attempt sees that.
      if (violates(error, 'hosts_verified')) return viewHost(await attempt());
      throw error;
    }
  }
}

export type HostKey = Pick<OwnHost, 'tenantId' | 'name'>;

/** Changes a host, and possibly its `owner`: the host of another tenant that has verified the same name. */
type Work = (host: OwnHost, owner: OwnHost | undefined) => void;

/** Locks the hosts of all tenants with the name, so that concurrent checks change its owner one after the other. */
async function changeIn(tx: EntityManager, key: HostKey, by: Actor, at: Date, work: Work): Promise<OwnHost> {
  const { tenantId, name } = key;
  const lock = { mode: 'pessimistic_write' } as const;
  const hosts = await tx.find(OwnHost, { where: { name }, order: { tenantId: 'ASC' }, lock });
  const host = hosts.find(candidate => candidate.tenantId === tenantId);
  if (!host) throw new HostNotFound(name);
  const owner = hosts.find(candidate => candidate !== host && candidate.state === 'verified');
  const before = host.facts();
  const ownerBefore = owner?.facts();
  work(host, owner);
  const formerOwner = owner?.state === 'lapsed' ? owner : undefined;
  if (formerOwner) {
    // Saved first, because only one host of a name can be verified.
    await tx.save(OwnHost, formerOwner);
    const after = { ...formerOwner.facts(), taken_by: tenantId };
    const change = { tenantId: formerOwner.tenantId, action: 'host.lose', subject: name, before: ownerBefore, after };
    await audit(tx, by, change, at);
  }
  await tx.save(OwnHost, host);
  const after = host.facts();
  if (after.state === before.state && after.verified_by === before.verified_by) return host;
  const action = after.state === 'lapsed' ? 'host.lapse' : 'host.verify';
  const facts = formerOwner ? { ...after, taken_from: formerOwner.tenantId } : after;
  await audit(tx, by, { tenantId, action, subject: name, before, after: facts }, at);
  await tx.query(NOTIFY, notification(HOSTS_TOPIC, name));
  return host;
}

function viewHost(host: OwnHost): HostView {
  const record = txtRecordOf(host);
  return {
    host: host.name,
    state: host.state,
    verified_by: host.verifiedBy,
    reason: host.problem && REASONS[host.problem](record.name),
    txt_record: record,
    created_at: host.createdAt.toISOString(),
    checked_at: host.checkedAt?.toISOString() ?? null,
    seen_at: host.seenAt?.toISOString() ?? null,
    verified_at: host.verifiedAt?.toISOString() ?? null,
    lapsed_at: host.lapsedAt?.toISOString() ?? null,
  };
}

const REASONS: Record<HostProblem, (record: string) => string> = {
  missing: record => `DNS has no TXT record at ${record}.`,
  different: record => `The TXT record at ${record} has another value.`,
  failed: record => `The DNS lookup of ${record} failed.`,
  taken: record => `Another tenant has verified this host. To verify it, publish only your value at ${record}.`,
};
