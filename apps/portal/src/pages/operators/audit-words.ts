import type { AuditEntry } from '../../api/types';

const WORDS: Record<string, string> = {
  'delivery.resend': 'Webhook sent again',
  'key.change': 'Key changed',
  'key.create': 'Key created',
  'key.revoke': 'Key revoked',
  'key.roll': 'Key rolled',
  'person.change': 'Person changed',
  'person.change-password': 'Own password changed',
  'person.create': 'Person added',
  'person.reset-password': 'New password made',
  'receiver.change': 'Receiver changed',
  'receiver.create': 'Receiver added',
  'receiver.recover': 'Failed webhooks recovered',
  'receiver.remove': 'Receiver removed',
  'receiver.rotate-secret': 'Signing secret rotated',
  'receiver.switch-off': 'Receiver switched off',
  'receiver.test': 'Test webhook sent',
  'registrar.off': 'Live registrar OFF',
  'registrar.on': 'Live registrar ON',
  'session.begin': 'Logged in',
  'session.end': 'Logged out',
  'session.end-all': 'Logged out everywhere',
  'tenant.change': 'Tenant changed',
  'tenant.create': 'Tenant created',
  'tenant.resume': 'Tenant resumed',
  'tenant.suspend': 'Tenant suspended',
  'world.reset': 'Sandbox reset',
};

/** What was done, as people say it. */
export const wordsOf = (action: string) => WORDS[action] ?? action;

/** Actions by what they are done to, as the log is filtered. */
export const KINDS = [
  { value: 'key', label: 'Keys' },
  { value: 'receiver', label: 'Webhook receivers' },
  { value: 'delivery', label: 'Webhook deliveries' },
  { value: 'world', label: 'Sandbox resets' },
  { value: 'registrar', label: 'Kill switch' },
  { value: 'tenant', label: 'Tenants' },
  { value: 'person', label: 'People' },
  { value: 'session', label: 'Logins' },
];

/** What it was done to, by the name that people know it by; undefined when it has none. */
export function nameOf({ before, after }: AuditEntry): string | undefined {
  const facts = { ...(before as object | null), ...(after as object | null) } as Record<string, unknown>;
  return [facts['name'], facts['email'], facts['url'], facts['reason']].find(
    (fact): fact is string => typeof fact === 'string' && fact !== '',
  );
}
