import type { AuditEntry } from '#accounts/contract';

const LABELS: Record<string, string> = {
  'clock.change': 'Clock changed',
  'delivery.resend': 'Webhook resent',
  'domain.renew': 'Domain renewed',
  'fault.add': 'Fault added',
  'fault.remove': 'Fault removed',
  'host.add': 'Host added',
  'host.lapse': 'Host lapsed',
  'host.remove': 'Host removed',
  'host.verify': 'Host verified',
  'key.change': 'Key changed',
  'key.create': 'Key created',
  'key.revoke': 'Key revoked',
  'key.roll': 'Key rolled',
  'person.change': 'Person changed',
  'person.change-password': 'Password changed',
  'person.create': 'Person added',
  'person.reset-password': 'Password reset',
  'receiver.change': 'Receiver changed',
  'receiver.create': 'Receiver added',
  'receiver.recover': 'Failed deliveries resent',
  'receiver.remove': 'Receiver removed',
  'receiver.rotate-secret': 'Signing secret rotated',
  'receiver.switch-off': 'Receiver turned off',
  'receiver.test': 'Test webhook sent',
  'registrar.off': 'Live registrar turned OFF',
  'registrar.on': 'Live registrar turned ON',
  'session.begin': 'Logged in',
  'session.end': 'Logged out',
  'session.end-all': 'Logged out everywhere',
  'storefront.change': 'Storefront changed',
  'storefront.remove-logo': 'Storefront logo removed',
  'storefront.set-logo': 'Storefront logo set',
  'storefront.share': 'Share link created',
  'tenant.change': 'Tenant changed',
  'tenant.create': 'Tenant created',
  'tenant.disable-control': 'Test control switched off',
  'tenant.enable-control': 'Test control switched on',
  'tenant.resume': 'Tenant resumed',
  'tenant.suspend': 'Tenant suspended',
  'world.create': 'World created',
  'world.end': 'World ended',
  'world.reset': 'Sandbox reset',
};

/** The label of an action, for example `Key created`. */
export const labelOf = (action: string) => LABELS[action] ?? action;

/** Filters of the audit log; each is the first part of an action. */
export const KINDS = [
  { value: 'key', label: 'Keys' },
  { value: 'receiver', label: 'Webhook receivers' },
  { value: 'delivery', label: 'Webhook deliveries' },
  { value: 'domain', label: 'Domains' },
  { value: 'world', label: 'Worlds and resets' },
  { value: 'fault', label: 'Faults' },
  { value: 'clock', label: 'Clocks' },
  { value: 'registrar', label: 'Kill switch' },
  { value: 'storefront', label: 'Storefronts' },
  { value: 'host', label: 'Hosts' },
  { value: 'tenant', label: 'Tenants' },
  { value: 'person', label: 'People' },
  { value: 'session', label: 'Logins' },
];

/** The name, email address, URL, reason or domain in an entry, if any. */
export function subjectOf({ before, after }: AuditEntry): string | undefined {
  const values = { ...(before as object | null), ...(after as object | null) } as Record<string, unknown>;
  return [values['name'], values['email'], values['url'], values['reason'], values['domain']].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
}
