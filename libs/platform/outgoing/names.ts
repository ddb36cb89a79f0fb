import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { mayReach } from './addresses.js';
import { OutgoingFailure } from './outgoing-failure.js';

/** Finds every address of a name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** As the machine does it: hosts file, multicast DNS, the names of a container network. For private targets. */
export const askSystem: Resolve = host => lookup(host, { all: true });

/**
 * By DNS alone. The system's way holds one of the process's four helper threads for as long as a name server likes to
 * wait, so that four names of one stranger could stop everybody's. A resolver a time, for resolv.conf may change.
 */
export const askDns: Resolve = async host => {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [...found(four, 4), ...found(six, 6)];
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
  return addresses;
};

function found(answer: PromiseSettledResult<string[]>, family: number): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family })) : [];
}

/**
 * A look-up for `net.connect`: the addresses that are checked are the ones that it connects to. One that is not allowed
 * spoils all, for no honest name leads to both sides. A literal address never comes by here.
 */
export function guardedLookup(resolve: Resolve, allowPrivate: boolean, ms: number): LookupFunction {
  const addressesOf = async (host: string): Promise<LookupAddress[]> => {
    const addresses = await within(ms, resolve(host)).catch(error => Promise.reject(dnsFailure(host, error)));
    if (addresses.length === 0) throw dnsFailure(host, NO_ADDRESS);
    if (!addresses.every(({ address }) => mayReach(address, allowPrivate))) throw blocked(host, allowPrivate);
    return addresses;
  };
  return async (host, options, done) => {
    const found = await addressesOf(host).catch((failure: OutgoingFailure) => failure);
    if (found instanceof OutgoingFailure) done(found, '');
    else if (options.all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
}

const NO_ADDRESS = { code: 'ENODATA' };

function dnsFailure(host: string, error: unknown): OutgoingFailure {
  const none = /^(ENOTFOUND|ENODATA)$/.test(String((error as { code?: unknown }).code));
  const message = none ? `DNS knows no address of ${host}.` : `DNS did not tell the address of ${host}.`;
  return new OutgoingFailure('dns_error', message, { cause: error });
}

/** The address is not told: it would show strangers what names inside stand for. */
function blocked(host: string, allowPrivate: boolean): OutgoingFailure {
  const where = allowPrivate ? 'where no receiver can be' : 'that is not of the public internet';
  return new OutgoingFailure('blocked_address', `${host} leads to an address ${where}.`);
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer of DNS within ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
