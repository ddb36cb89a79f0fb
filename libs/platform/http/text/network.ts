import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_BITS = 64;

/** A customer with one IPv6 address usually has its whole /64 (RFC 6177), which therefore counts as one address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const [withoutZone] = parsed.toString().split('%', 1);
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/${IPV6_NETWORK_BITS}`).toString();
}
