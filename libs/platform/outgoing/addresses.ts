import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `private`: this machine or its network. `reserved`: an address that no receiver can have, or cloud metadata. */
export type AddressKind = 'public' | 'private' | 'reserved';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
const networks = (...cidrs: string[]) => cidrs.map(cidr => ipaddr.parseCIDR(cidr));

/** Addresses of cloud metadata services, which return credentials. Link-local addresses are reserved anyway. */
const METADATA = networks(
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
);

/** Reserved for benchmarks (RFC 2544), but used by container engines and VPNs on laptops. */
const BENCHMARKING = networks('198.18.0.0/15');

/** The only assigned global unicast range (RFC 4291). Excludes deprecated forms such as `::127.0.0.1`. */
const GLOBAL_IPV6 = networks('2000::/3');

/** IPv4 addresses embedded by NAT64 (RFC 6052), which DNS64 returns in networks with IPv6 only. */
const NAT64 = networks('64:ff9b::/96');

const PRIVATE_RANGES = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];

/** Classifies an IP address in the notation of DNS and WHATWG URLs. */
export function kindOfAddress(text: string): AddressKind {
  if (isIP(text) === 0 || text.includes('%')) return 'reserved';
  const address = ipaddr.process(inHexadecimal(text));
  if (isIn(METADATA, address)) return 'reserved';
  if (isIn(NAT64, address)) return kindOfNat64(address);
  if (PRIVATE_RANGES.includes(address.range()) || isIn(BENCHMARKING, address)) return 'private';
  const assigned = address.kind() === 'ipv4' || isIn(GLOBAL_IPV6, address);
  return assigned && address.range() === 'unicast' ? 'public' : 'reserved';
}

export function isAllowed(address: string, allowPrivate: boolean): boolean {
  const kind = kindOfAddress(address);
  return kind === 'public' || (allowPrivate && kind === 'private');
}

/** Normalizes IPv6, because ipaddr.js confuses `::127.0.0.1` with `::ffff:127.0.0.1`. */
function inHexadecimal(text: string): string {
  return isIP(text) === 6 ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;
}

/** NAT64 must only be used for public addresses (RFC 6052, section 3.1). */
function kindOfNat64(address: Address): AddressKind {
  const embedded = address.toByteArray().slice(-4).join('.');
  return kindOfAddress(embedded) === 'public' ? 'public' : 'reserved';
}

function isIn(networks: [Address, number][], address: Address): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}
