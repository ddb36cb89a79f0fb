import { randomCharacters } from '#platform/model';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** Pause between the checks of a host that is not verified, during its first day. */
const FIRST_PAUSE_MS = 3 * MINUTE;

/** After this time a host that is not verified is checked on demand only. */
const CHECKED_FOR_MS = 30 * DAY;

/** A verified host lapses when its TXT record has been missing for this time. */
const LAPSE_MS = 72 * HOUR;

const TOKEN_LENGTH = 32;
const TOKEN_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** What a lookup of the TXT record found: the token, no record, only records with other texts, or a DNS failure. */
export type TxtResult = 'found' | 'missing' | 'different' | 'failed';

/** Why the last check did not verify a host. `taken`: another tenant has verified it, with a newer TXT record or by hand. */
export type HostProblem = Exclude<TxtResult, 'found'> | 'taken';

/** The tenant that has verified a host, while the host is checked for another tenant. */
export interface Rival {
  owner: OwnHost;
  /** Whether the same lookup found the owner's TXT record, too. */
  isProved: boolean;
  /** Time when the lookup began. */
  lookedUpAt: Date;
}

/** A host name of a tenant. It shows the tenant's storefront while it is verified. */
export class OwnHost {
  tenantId: string;
  /** In lower case, with A-labels. */
  name: string;
  state: 'pending' | 'verified' | 'lapsed' = 'pending';
  /** Null while the host is not verified. */
  verifiedBy: 'dns' | 'operator' | null = null;
  /** Part of the TXT record that proves control of the name. */
  token: string;
  /** Null before the first check, and after a successful one. */
  problem: HostProblem | null = null;
  createdAt: Date;
  /** Time of the last check. */
  checkedAt: Date | null = null;
  /** Time when a check last found the TXT record. */
  seenAt: Date | null = null;
  /** Time of the first check after `seenAt` that did not find the TXT record. */
  missingSince: Date | null = null;
  verifiedAt: Date | null = null;
  lapsedAt: Date | null = null;
  /** Time of the next check by the worker; null for none. */
  checkAt: Date | null;

  static add(tenantId: string, name: string, at: Date): OwnHost {
    return Object.assign(new OwnHost(), {
      tenantId,
      name,
      token: randomCharacters(TOKEN_ALPHABET, TOKEN_LENGTH),
      createdAt: at,
      checkAt: after(at, FIRST_PAUSE_MS),
    });
  }

  /** The host is not checked again, and stays verified until another tenant proves control of it in DNS. */
  verifyByOperator(at: Date): void {
    Object.assign(this, {
      state: 'verified',
      verifiedBy: 'operator',
      problem: null,
      missingSince: null,
      verifiedAt: at,
      lapsedAt: null,
      checkAt: null,
    });
  }

  /**
   * Applies the result of a check. A found record verifies the host, which the rival then loses, unless the rival has the newer
   * proof.
   */
  applyCheck(result: TxtResult, at: Date, rival?: Rival): void {
    if (this.verifiedBy === 'operator') return;
    this.checkedAt = at;
    if (result === 'found') this.applyFound(at, rival);
    else this.applyMiss(result, at, rival);
    this.checkAt = this.nextCheck(at);
  }

  /** The properties that the audit log records. */
  facts() {
    const { name, state, verifiedBy } = this;
    return { host: name, state, verified_by: verifiedBy };
  }

  private applyFound(at: Date, rival?: Rival): void {
    const isTaken = rival !== undefined && !this.isNewerThan(rival);
    this.seenAt = at;
    this.missingSince = null;
    this.problem = isTaken ? 'taken' : null;
    if (this.state === 'verified' || isTaken) return;
    rival?.owner.lose(rival.isProved, at);
    Object.assign(this, { state: 'verified', verifiedBy: 'dns', verifiedAt: at, lapsedAt: null });
  }

  /**
   * Whether the found record is a newer proof than that of the owner: the owner has none, or this one has appeared since the
   * last check. If both records stay in DNS, the owner keeps the host. A lookup that began before the owner was verified does
   * not count.
   */
  private isNewerThan({ owner, isProved, lookedUpAt }: Rival): boolean {
    const hasAppeared = this.seenAt === null || this.missingSince !== null;
    return lookedUpAt > owner.verifiedAt! && (hasAppeared || !isProved);
  }

  /** Another tenant has proved control of the host. */
  private lose(isProved: boolean, at: Date): void {
    Object.assign(this, {
      state: 'lapsed',
      verifiedBy: null,
      problem: 'taken',
      seenAt: isProved ? at : this.seenAt,
      missingSince: isProved ? null : at,
      verifiedAt: null,
      lapsedAt: at,
      checkAt: after(at, FIRST_PAUSE_MS),
    });
  }

  private applyMiss(problem: HostProblem, at: Date, rival?: Rival): void {
    // Keeps the reason `taken` while another tenant has the host.
    const isLost = this.state === 'lapsed' && this.problem === 'taken' && rival !== undefined;
    if (!isLost) this.problem = problem;
    // A failed lookup does not mean that the record is gone: a record that is found later must not count as a new one.
    if (this.state === 'verified' || problem !== 'failed') this.missingSince ??= at;
    if (this.state !== 'verified' || at < after(this.missingSince!, LAPSE_MS)) return;
    Object.assign(this, { state: 'lapsed', verifiedBy: null, verifiedAt: null, lapsedAt: at });
  }

  private nextCheck(at: Date): Date | null {
    if (this.state === 'verified')
      return this.missingSince === null ? after(at, DAY) : earlier(after(at, HOUR), after(this.missingSince, LAPSE_MS));
    const age = at.getTime() - (this.lapsedAt ?? this.createdAt).getTime();
    if (age >= CHECKED_FOR_MS) return null;
    return after(at, age < DAY ? FIRST_PAUSE_MS : HOUR);
  }
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
