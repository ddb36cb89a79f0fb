import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `public`: a host of the internet. `private`: this machine, or a neighbour. `never`: where no receiver can be. */
export type Reach = 'public' | 'private' | 'never';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
const networks = (...cidrs: string[]) => cidrs.map(cidr => ipaddr.parseCIDR(cidr));

/** Where clouds tell a machine about itself, its credentials included, beside the link-local addresses. */
const METADATA = networks(
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
);

/** For benchmarks by RFC 2544; on laptops, container engines and VPNs give hosts of their own such addresses. */
const BENCHMARKING = networks('198.18.0.0/15');

/** All that is assigned to hosts of the internet so far (RFC 4291); `::127.0.0.1` and other relics lie outside. */
const GLOBAL_IPV6 = networks('2000::/3');

/** An IPv4 address behind a translator (RFC 6052), as DNS64 gives them where there is IPv6 only. */
const TRANSLATED = networks('64:ff9b::/96');

const NEIGHBOURS = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'];

/** Who is reached at an address in its usual notation, as DNS and WHATWG's URL give it. */
export function reachOf(text: string): Reach {
  if (isIP(text) === 0 || text.includes('%')) return 'never';
  const address = ipaddr.process(inHexadecimal(text));
  if (isIn(METADATA, address)) return 'never';
  if (isIn(TRANSLATED, address)) return reachOfTranslated(address);
  if (NEIGHBOURS.includes(address.range()) || isIn(BENCHMARKING, address)) return 'private';
  const assigned = address.kind() === 'ipv4' || isIn(GLOBAL_IPV6, address);
  return assigned && address.range() === 'unicast' ? 'public' : 'never';
}

/** Whether a connection may be made to an address. */
export function mayReach(address: string, allowPrivate: boolean): boolean {
  const reach = reachOf(address);
  return reach === 'public' || (allowPrivate && reach === 'private');
}

/** Of IPv6, as a URL has it: ipaddr.js takes `::127.0.0.1` for `::ffff:127.0.0.1`, which is another address. */
function inHexadecimal(text: string): string {
  return isIP(text) === 6 ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;
}

/** A translator is for public addresses only (RFC 6052, section 3.1); it must not become a way to the others. */
function reachOfTranslated(address: Address): Reach {
  const embedded = address.toByteArray().slice(-4).join('.');
  return reachOf(embedded) === 'public' ? 'public' : 'never';
}

function isIn(networks: [Address, number][], address: Address): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}
