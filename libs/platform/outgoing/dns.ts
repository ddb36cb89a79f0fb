import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { withTimeout } from '../process/clock/with-timeout.js';
import { isAllowed } from './addresses.js';
import { OutgoingFailure } from './outgoing-failure.js';

/** Resolves to every address of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Uses the operating system: hosts file, multicast DNS and names of container networks. For private targets. */
export const resolveWithSystem: Resolve = host => lookup(host, { all: true });

/**
 * Uses DNS only. The operating system's resolver blocks one of four threads of the process per lookup, so that one
 * tenant with slow name servers could block all others. Each lookup reads resolv.conf again.
 */
export const resolveWithDns: Resolve = async host => {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)];
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return addresses;
};

function addressesOf(result: PromiseSettledResult<string[]>, family: number): LookupAddress[] {
  return result.status === 'fulfilled' ? result.value.map(address => ({ address, family })) : [];
}

/**
 * A lookup function for `net.connect` that checks the addresses before it returns them, so that a second DNS answer
 * cannot differ (DNS rebinding). A single forbidden address fails the lookup. Not called for literal IP addresses.
 */
export function guardedLookup(resolve: Resolve, allowPrivate: boolean, timeoutMs: number): LookupFunction {
  const resolveAllowed = async (host: string): Promise<LookupAddress[]> => {
    const addresses = await withTimeout(resolve(host), timeoutMs).catch(error =>
      Promise.reject(dnsFailure(host, error)),
    );
    if (addresses.length === 0) throw dnsFailure(host, { code: 'ENODATA' });
    if (!addresses.every(({ address }) => isAllowed(address, allowPrivate))) throw blocked(host, allowPrivate);
    return addresses;
  };
  return async (host, options, done) => {
    const result = await resolveAllowed(host).catch((failure: OutgoingFailure) => failure);
    if (result instanceof OutgoingFailure) done(result, '');
    else if (options.all) done(null, result);
    else done(null, result[0]!.address, result[0]!.family);
  };
}

function dnsFailure(host: string, error: unknown): OutgoingFailure {
  const hasNoAddress = /^(ENOTFOUND|ENODATA)$/.test(String((error as { code?: unknown }).code));
  const message = hasNoAddress ? `${host} has no address in DNS.` : `The DNS lookup of ${host} failed.`;
  return new OutgoingFailure('dns_error', message, { cause: error });
}

/** The message omits the address, which would reveal names of the internal network. */
function blocked(host: string, allowPrivate: boolean): OutgoingFailure {
  const problem = allowPrivate ? 'a reserved address' : 'an address that is not public';
  return new OutgoingFailure('blocked_address', `${host} resolves to ${problem}.`);
}
