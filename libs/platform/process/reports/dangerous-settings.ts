import ipaddr from 'ipaddr.js';
import type { Settings } from '../config/settings.js';

interface Hazard {
  applies(settings: Settings): boolean;
  /** What is dangerous, and what to do. */
  text: string;
}

const LOOPBACK = /^(localhost|127\.[\d.]+|::1)$/;
const MIN_PASSWORD_LENGTH = 12;

const isPublic = ({ host, publicHosts }: Settings): boolean => publicHosts.length > 0 || !LOOPBACK.test(host);

/** Whether a network contains public addresses. If it is trusted, their owners can claim any client address. */
function isPublicNetwork(network: string): boolean {
  if (!network.includes('/')) return isPublicAddress(network);
  const family = network.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  const ends = [family.networkAddressFromCIDR(network), family.broadcastAddressFromCIDR(network)];
  const ranges = ends.map(address => rangeOf(address.toString()));
  // The special ranges have public addresses between them.
  return ranges.includes('unicast') || ranges[0] !== ranges[1];
}

/** Combinations of settings that are allowed, but dangerous. */
export const HAZARDS: Record<string, Hazard> = {
  weak_operator_password: {
    applies: settings =>
      isPublic(settings) && (settings.bootstrapOperatorPassword?.length ?? Infinity) < MIN_PASSWORD_LENGTH,
    text: `BOOTSTRAP_OPERATOR_PASSWORD has fewer than ${MIN_PASSWORD_LENGTH} characters and the portal is public; change the operator's password in the portal and unset the variable.`,
  },
  insecure_cookies: {
    applies: settings => settings.publicHosts.length > 0 && settings.trustedProxies.length === 0,
    text: 'PUBLIC_HOSTS is set and TRUSTED_PROXIES is not, so HTTPS is not recognized and cookies lack the attribute Secure; set TRUSTED_PROXIES to the address of the TLS proxy.',
  },
  public_proxies_trusted: {
    applies: ({ trustedProxies }) => trustedProxies.some(isPublicNetwork),
    text: 'TRUSTED_PROXIES contains public addresses, and clients at these addresses can claim any IP address; list only your own proxies.',
  },
  bodies_logged: {
    applies: ({ logBodies, isEmbedded }) => logBodies === 'all' && !isEmbedded,
    text: 'LOG_BODIES=all stores the body of every request in a shared database; use errors or none.',
  },
  metrics_public: {
    applies: ({ metricsHost, isEmbedded, host }) =>
      !LOOPBACK.test(metricsHost) && (isEmbedded || LOOPBACK.test(host) || isPublicAddress(metricsHost)),
    text: 'METRICS_HOST makes the metrics available on a network; bind it to a private address or 127.0.0.1, and do not publish the port.',
  },
  private_webhook_targets: {
    applies: settings => settings.webhookAllowPrivateTargets && isPublic(settings),
    text: 'WEBHOOK_ALLOW_PRIVATE_TARGETS lets tenants of a public installation send requests into your network; set it to false.',
  },
};

const isPublicAddress = (host: string): boolean => ipaddr.isValid(host) && rangeOf(host) === 'unicast';

/** The range of an address, or of the IPv4 address that is mapped to it. */
const rangeOf = (address: string): string => ipaddr.process(address).range();

export const findHazards = (settings: Settings): string[] =>
  Object.entries(HAZARDS).flatMap(([name, { applies }]) => (applies(settings) ? [name] : []));
