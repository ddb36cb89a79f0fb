import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#platform/process/clock';
import { Database, Notifications } from '#platform/database';
import { LOGGER, type Logger } from '#platform/observability/log';
import { type BackgroundJob, BackgroundJobs } from '#platform/queue/jobs';
import { compareDomains, type Difference, type DomainDifference, type DomainExpiry } from './model/differences.js';
import { RegistrarFailure } from './model/registrar-failure.js';
import { ABANDONED_MS, RECONCILE_TOPIC } from './reconciliations.js';
import { RegistrarGateway } from './registrar-gateway.js';
import * as store from './storage/reconciliations.js';

/** Interval at which the job checks whether a new day has begun. A request wakes the job. */
const INTERVAL_MS = 60_000;

const DAY_MS = 86_400_000;

/** Maximum attempts of a call. The pause before the next attempt is `retryAfterMs` of the failure. */
const MAX_ATTEMPTS = 10;

/**
 * Daily and on request, compares registrations with the account at the registrar, and each tenant's held and captured money
 * with its orders. Copies expiries from the registrar, and deletes unused contacts there; moves no money.
 */
@Injectable()
export class Reconcile {
  private readonly requested = new Set<string>();
  private readonly job: BackgroundJob | undefined;

  constructor(
    private readonly registrar: RegistrarGateway,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    notifications: Notifications,
    jobs: BackgroundJobs,
  ) {
    if (!registrar.connected) return;
    this.job = jobs.add('reconciling with the registrar', INTERVAL_MS, () => this.execute());
    const changed = (id: string) => {
      this.requested.add(id);
      this.job?.wake();
    };
    notifications.on(RECONCILE_TOPIC, { changed, lost: () => {} });
  }

  private async execute(): Promise<void> {
    const today = this.clock.now().toISOString().slice(0, 10);
    for (const id of [...this.requested, today]) {
      this.requested.delete(id);
      await this.run(id);
    }
  }

  /** Only one worker runs the reconciliation with an ID; in the others, `begin` returns no row. */
  private async run(id: string): Promise<void> {
    const now = this.clock.now();
    const staleBefore = new Date(now.getTime() - ABANDONED_MS);
    if (!(await store.begin.first(this.database, { id, now, staleBefore }))) return;
    const { differences, failure } = await this.compare().then(
      found => ({ differences: JSON.stringify(found), failure: null }),
      (error: Error) => ({ differences: null, failure: error }),
    );
    await store.end.run(this.database, {
      id,
      now: this.clock.now(),
      differences,
      error: failure && String(failure.message || failure),
    });
    // A failure of the registrar needs no stack trace.
    if (failure instanceof RegistrarFailure) this.logger.warn({ reason: failure.message }, 'the reconciliation failed');
    else if (failure) this.logger.error({ err: failure }, 'the reconciliation failed');
  }

  private async compare(): Promise<Difference[]> {
    const before = await store.listExpiries.run(this.database, {});
    const there = await this.readAccount();
    const unfinished = await store.listUnfinishedDomains.run(this.database, {});
    const after = await store.listExpiries.run(this.database, {});
    const found = compareDomains({ before, after, there, unfinished: new Set(unfinished.map(({ domain }) => domain)) });
    const domains: DomainDifference[] = [];
    for (const difference of found) if (await this.isConfirmed(difference)) domains.push(difference);
    for (const { kind, domain, here, there: moved } of domains)
      if (kind === 'expiry') await store.moveExpiry.run(this.database, { domain, here: here!, there: moved! });
    domains.push(...(await this.findRaisedPrices()));
    await this.removeSpareContacts();
    return [...domains, ...(await store.compareMoney.run(this.database, {}))];
  }

  /** Finds prices above those of recently completed orders: the registrar may have charged more than the tenant has paid. */
  private async findRaisedPrices(): Promise<DomainDifference[]> {
    const since = new Date(this.clock.millis() - DAY_MS);
    const raised: DomainDifference[] = [];
    for (const { domain, kind, years, total } of await store.listCompleted.run(this.database, { since })) {
      const prices = await this.withRetries(() => this.registrar.prices(domain)).catch(ifRefused);
      if (!prices) continue;
      const price = kind === 'renewal' ? prices.renew * years : prices.register;
      if (price > total) raised.push({ kind: 'price', domain, here: inDollars(total), there: inDollars(price) });
    }
    return raised;
  }

  /** Deletes unused contacts: of failed purchases, and duplicates from repeated `mark` steps. */
  private async removeSpareContacts(): Promise<void> {
    const spare: string[] = [];
    for (let page = 1, isLast = false; !isLast; page++) {
      const read = await this.withRetries(() => this.registrar.listContacts(page));
      const [contacts, orders] = [read.contacts.map(({ id }) => id), read.contacts.map(({ label }) => label)];
      const found = await store.findSpareContacts.run(this.database, { contacts, orders });
      spare.push(...found.map(({ contact }) => contact));
      isLast = read.isLast;
    }
    for (const contact of spare)
      // The registrar refuses to delete a contact that is in use.
      await this.withRetries(() => this.registrar.deleteContact(contact)).catch(ifRefused);
  }

  private async readAccount(): Promise<DomainExpiry[]> {
    const all: DomainExpiry[] = [];
    for (let page = 1; ; page++) {
      const { domains, isLast } = await this.withRetries(() => this.registrar.list(page));
      all.push(...domains);
      if (isLast) return all;
    }
  }

  /**
   * Reads a missing domain again, because a domain can move to another page while the pages are read. The account can still
   * have a domain that is not registered in it any more; the list omits such domains.
   */
  private async isConfirmed({ kind, domain }: DomainDifference): Promise<boolean> {
    if (kind !== 'missing_there') return true;
    const held = await this.withRetries(() => this.registrar.find(domain));
    return held === null || held.isPending;
  }

  /** Retries a call while the registrar is unavailable. */
  private async withRetries<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof RegistrarFailure) || error.kind !== 'unavailable' || attempt === MAX_ATTEMPTS)
          throw error;
        for (let remaining = error.retryAfterMs; remaining > 0; remaining -= 1_000) {
          if (!this.job?.running) throw error;
          await sleep(Math.min(remaining, 1_000));
        }
      }
  }
}

const inDollars = (cents: number) => (cents / 100).toFixed(2);

/** Ignores refusals of the registrar, and throws other errors again. */
function ifRefused(error: unknown): undefined {
  if (!(error instanceof RegistrarFailure) || error.kind !== 'refused') throw error;
}
