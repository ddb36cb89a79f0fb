import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Database, TooMany } from '#platform';

/** Attempts that failed, for one account from one address, for one account from anywhere, and from one address. */
const LIMITS = {
  pair: { points: 5, duration: 15 * 60 },
  account: { points: 100, duration: 60 * 60 },
  address: { points: 30, duration: 5 * 60 },
};

/** Of one length, whatever somebody sends as an address. */
const short = (text: string): string => createHash('sha256').update(text).digest('base64url');

const HOUSEHOLD_BITS = 64;

/** Whoever has one address of IPv6 has a whole /64 of them (RFC 6177): they count as one, and IPv4 stays what it is. */
function householdOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString().split('%', 1)[0]}/${HOUSEHOLD_BITS}`).toString();
}

/** Slows down whoever tries passwords; counted in PostgreSQL, for all processes together. */
@Injectable()
export class LoginLimits {
  private readonly limiters: { limiter: RateLimiterPostgres; subject: (email: string, address: string) => string }[];

  constructor(database: Database) {
    const limiter = (name: keyof typeof LIMITS) =>
      new RateLimiterPostgres({
        ...LIMITS[name],
        storeClient: { query: (statement: never) => database.query(statement) },
        storeType: 'pool',
        schemaName: 'accounts',
        tableName: 'login_limits',
        keyPrefix: name,
        tableCreated: true,
        clearExpiredByTimeout: false,
      });
    this.limiters = [
      { limiter: limiter('pair'), subject: (email, address) => short(`${email} ${householdOf(address)}`) },
      { limiter: limiter('account'), subject: email => short(email) },
      { limiter: limiter('address'), subject: (_email, address) => householdOf(address) },
    ];
  }

  /** @throws LoginLimited when one of the limits is used up */
  async count(email: string, address: string): Promise<void> {
    for (const { limiter, subject } of this.limiters) {
      try {
        await limiter.consume(subject(email, address));
      } catch (reason) {
        if (reason instanceof RateLimiterRes) throw new LoginLimited(Math.ceil(reason.msBeforeNext / 1_000));
        throw reason;
      }
    }
  }

  /** It was the right password: the attempt does not count. */
  async forget(email: string, address: string): Promise<void> {
    for (const { limiter, subject } of this.limiters) await limiter.reward(subject(email, address), 1);
  }
}

class LoginLimited extends TooMany {
  constructor(seconds: number) {
    const minutes = Math.ceil(seconds / 60);
    super('LOGIN_LIMITED', `There were too many attempts to log in; try again in ${minutes} min.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}
