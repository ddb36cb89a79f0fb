import type { AuditEntry } from '#identity/contract';

const LABELS: Record<string, string> = {
  'clock.change': 'Clock changed',
  'delivery.resend': 'Webhook resent',
  'domain.delete': 'Domain deleted',
  'domain.renew': 'Domain renewed',
  'domain.transfer-out': 'Domain transferred out',
  'domain.update': 'Domain changed',
  'domain.verify': 'Domain verified',
  'factor.add': 'Second factor added',
  'factor.remove': 'Second factor removed',
  'factor.rename': 'Passkey renamed',
  'factor.renew-codes': 'Recovery codes renewed',
  'factor.reset': 'Second factors reset',
  'fault.add': 'Fault added',
  'fault.remove': 'Fault removed',
  'encryption-key.rotate': 'Encryption key rotated',
  'host.add': 'Host added',
  'host.lapse': 'Host lapsed',
  'host.lose': 'Host taken over by another tenant',
  'host.remove': 'Host removed',
  'host.verify': 'Host verified',
  'key.change': 'Key changed',
  'key.create': 'Key created',
  'key.revoke': 'Key revoked',
  'key.roll': 'Key rolled',
  'order.cancel': 'Order canceled',
  'order.decide': 'Order decided',
  'person.accept-invitation': 'Invitation accepted',
  'person.change': 'Person changed',
  'person.change-password': 'Password changed',
  'person.connect-openid': 'Single sign-on connected',
  'person.create': 'Person added',
  'person.create-reset-link': 'Reset link created',
  'person.disconnect-openid': 'Single sign-on disconnected',
  'person.invite': 'Invitation created',
  'person.reset-password': 'Password reset',
  'person.revoke-link': 'Link revoked',
  'person.use-reset-link': 'Password set with a reset link',
  'receiver.change': 'Receiver changed',
  'receiver.create': 'Receiver added',
  'receiver.recover': 'Failed deliveries resent',
  'receiver.remove': 'Receiver removed',
  'receiver.rotate-secret': 'Signing secret rotated',
  'receiver.switch-off': 'Receiver turned off',
  'receiver.test': 'Test webhook sent',
  'registrar.credit': 'Live credit changed',
  'registrar.limit': 'Daily limit changed',
  'registrar.off': 'Live registrar turned OFF',
  'registrar.on': 'Live registrar turned ON',
  'registrar.reconcile': 'Stuck order ended',
  'registry.change': 'Registry changed',
  'session.begin': 'Logged in',
  'session.end': 'Logged out',
  'session.fail': 'Login failed',
  'session.end-all': 'Logged out everywhere',
  'storefront.change': 'Storefront changed',
  'storefront.remove-logo': 'Storefront logo removed',
  'storefront.revoke-share': 'Share link revoked',
  'storefront.set-logo': 'Storefront logo set',
  'storefront.share': 'Share link created',
  'tenant.change': 'Tenant changed',
  'tenant.create': 'Tenant created',
  'tenant.disable-control': 'Test control switched off',
  'tenant.enable-control': 'Test control switched on',
  'tenant.resume': 'Tenant resumed',
  'tenant.export': 'Tenant exported',
  'tenant.import': 'Tenant imported',
  'tenant.remove': 'Tenant removed',
  'tenant.suspend': 'Tenant suspended',
  'token.create': 'Access token created',
  'token.revoke': 'Access token revoked',
  'world.create': 'World created',
  'world.end': 'World ended',
  'world.reset': 'Sandbox reset',
};

/** The label of an action, for example `Key created`. */
export const labelOf = (action: string) => LABELS[action] ?? action;

/** Filters of the audit log by the prefix of the action. */
export const KINDS = {
  key: 'Keys',
  receiver: 'Webhook receivers',
  delivery: 'Webhook deliveries',
  domain: 'Domains',
  order: 'Orders',
  world: 'Worlds and resets',
  fault: 'Faults',
  clock: 'Clocks',
  registry: 'Registries',
  registrar: 'Live registrar',
  storefront: 'Storefronts',
  host: 'Hosts',
  tenant: 'Tenants',
  person: 'People',
  token: 'Access tokens',
  session: 'Logins',
  factor: 'Second factors',
};

/** The name, email address, URL, slug, reason or domain in an entry, or else the tenant or the ID of its subject. */
export function subjectOf({ before, after, subject, tenant }: AuditEntry): string {
  const values = { ...(before as object | null), ...(after as object | null) } as Record<string, unknown>;
  const names = ['name', 'email', 'url', 'slug', 'reason', 'domain'].map(name => values[name]);
  const name = names.find((value): value is string => typeof value === 'string' && value !== '');
  return name ?? (subject.startsWith('ten_') && tenant ? tenant : subject);
}

/** An entry, or consecutive successful logins of the same person from the same address. */
interface AuditGroup {
  /** The newest entry of the group. */
  entry: AuditEntry;
  count: number;
}

/** Groups repeated successful logins, so that other entries are easier to see. */
export function groupLogins(entries: readonly AuditEntry[]): AuditGroup[] {
  const groups: AuditGroup[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && isRepeated(last.entry, entry)) last.count++;
    else groups.push({ entry, count: 1 });
  }
  return groups;
}

const isRepeated = (a: AuditEntry, b: AuditEntry) =>
  a.action === 'session.begin' && b.action === a.action && b.actor === a.actor && b.address === a.address;
