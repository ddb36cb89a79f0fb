import fc from 'fast-check';
import { likelyNames } from '../support/arbitraries.js';
import { LOGO } from '../support/logo.js';

// oxlint-disable no-explicit-any -- schemas of any shape

/** Placeholder for a value of the running service, such as the id of a key; see `FuzzEnvironment.value`. */
const token = (name: string) => fc.constant(`{{${name}}}`);

const HOUR_MS = 3_600_000;
const recent = fc
  .nat({ max: 6 * 24 })
  .map(hours => new Date(Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS).toISOString());

const registrationCursor = fc.tuple(fc.nat(), likelyNames).map(([time, name]) => `${time}_${name}`);

const password = fc.stringMatching(/^[a-z]{6} [0-9]{6} [A-Z]{6}$/);

/** Values by `operation.field` or `field`; other fields follow their schema. */
const KNOWN: Record<string, fc.Arbitrary<unknown>> = {
  'addExploration.duration': fc.nat(),
  'addExploration.started_at': recent,
  // Faults of the other requests would be taken for defects.
  'addFault.fault': fc.constantFrom(
    { kind: 'error', code: 'RATE_LIMITED' },
    { kind: 'error', code: 'GATEWAY_TIMEOUT', phase: 'after' },
    { kind: 'delay', ms: 1 },
    { kind: 'hang' },
    { kind: 'reset', phase: 'after' },
    { kind: 'truncate', bytes: 0 },
    { kind: 'webhook', effect: 'duplicate', times: 2 },
    { kind: 'webhook', effect: 'delay', seconds: 1 },
  ),
  'addFault.match': fc.record({ domain: fc.constant('never.example') }, { noNullPrototype: true }),
  'addFault.expires_in': fc.constantFrom('PT1S', 'PT0.001S'),
  'addHost.host': fc.stringMatching(/^[a-z]{12}\.example$/),
  'addReceiver.events': fc.subarray(['domain.registered', 'domain.renewed']),
  'changeReceiver.events': fc.subarray(['domain.registered', 'domain.renewed']),
  'Sandbox-Fault': fc.constantFrom('delay;ms=0', 'delay;ms=1', 'delay;ms=2'),
  'changeKey.permissions': fc.subarray(['sandbox.search', 'sandbox.order', 'sandbox.checkout', 'sandbox.*']),
  'changePassword.password': password,
  // Access "code" needs a code, which another example may have removed.
  'changeStorefront.access': fc.constantFrom('public', 'off'),
  'changeStorefront.code': fc.constantFrom('', 'kingfisher'),
  'checkDomains.domains': fc.array(likelyNames, { minLength: 1, maxLength: 50 }),
  'checkOut.method': fc.constantFrom('test', 'test', 'test', 'test_declined'),
  'checkOut.reference': fc.uuid(),
  'decideOrder.domain': token('domain'),
  'decideOrder.outcome': fc.constantFrom('failed', 'action_required'),
  'exportDeliveries.state': fc.constantFrom('pending', 'delivered', 'failed', 'skipped'),
  'exportOrders.status': fc.constantFrom('created', 'paid'),
  'exportRequests.status': fc.constantFrom('200', '404', '2xx', '4xx', '5xx'),
  'followEvents.after': token('cursor'),
  // Larger values would hold the request until an event occurs.
  'followEvents.wait': fc.constant(0),
  'killSwitchHistory.before': token('turn'),
  'listAudit.action': fc.constantFrom('key', 'key.create', 'tenant', 'session.begin'),
  'listAudit.before': token('audit entry'),
  'listAllUnauthenticated.before': token('all unauthenticated'),
  'listUnauthenticated.before': token('unauthenticated'),
  'listDeliveries.before': token('deliveries'),
  'listDeliveries.state': fc.constantFrom('pending', 'delivered', 'failed', 'skipped'),
  'listDomains.before': registrationCursor,
  'listEvents.about': token('order'),
  'listOrders.after': token('order'),
  'listOrders.before': token('order'),
  'listOrders.status': fc.constantFrom('created', 'paid'),
  'listRegistrations.after': registrationCursor,
  'listRegistrations.status': fc.constantFrom('registered', 'expired'),
  'listRegistrationsLive.after': registrationCursor,
  'listRegistrationsLive.status': fc.constantFrom('registered', 'expired'),
  'readJournal.after': recent,
  'readJournal.status': fc.constantFrom('200', '404', '2xx', '4xx', '5xx'),
  'listRequests.after': token('requests'),
  'listRequests.before': token('requests'),
  'listRequests.status': fc.constantFrom('200', '404', '2xx', '4xx', '5xx'),
  'checkLink.token': token('link token'),
  // Accounts have the other addresses.
  'invitePerson.email': fc.stringMatching(/^[a-z]{8}$/).map(name => `${name}@invited.example`),
  'setPasswordWithLink.password': password,
  'setPasswordWithLink.token': token('link token'),
  'logIn.email': token('email'),
  'logIn.password': token('password'),
  // Other times lie in the past or too far ahead.
  'createWorld.clock': fc.constant(undefined),
  'createWorld.from': fc.constantFrom('empty', 'copy'),
  'createWorld.limit': fc.integer({ min: 1, max: 60 }),
  'createWorld.ttl': fc.constantFrom('PT1M', 'PT1H', 'PT24H'),
  'createTenant.slug': fc.stringMatching(/^[a-z][a-z0-9]{9,20}$/),
  'createTenant.host': fc.stringMatching(/^[a-z]{12}\.example$/),
  'previewStorefront.code': fc.constantFrom('', 'kingfisher'),
  'resetSandbox.confirm': token('tenant'),
  'restoreWorld.clock': fc.constantFrom(undefined, { mode: 'real' }, { mode: 'frozen', now: '2030-01-01T00:00:00Z' }),
  'restoreWorld.registry': fc.constantFrom(undefined, { registration: 'async', registration_delay: 'PT10S' }),
  'setLogo.data': fc.constant(LOGO.toString('base64')),
  'tryCall.body': fc.oneof(
    fc.record({ domain: likelyNames }, { noNullPrototype: true }),
    fc.jsonValue().map(value => ({ value })),
  ),
  'usageSeries.by': fc.constantFrom('status', 'endpoint', 'key'),
  'renewDomain.domain': token('domain'),
  // Names that are registered elsewhere.
  'transferDomain.domain': fc.stringMatching(/^taken-[a-z]{12}\.com$/),
  'transferOut.domain': token('domain'),
  // Other times lie in the past or too far ahead.
  'setClock.now': fc.constant(undefined),
  'advanceClock.by': fc.constantFrom('P0D', 'PT1S', 'P1D'),
  'advanceClock.to': fc.constant(undefined),
  'verify.after': recent,
  'verify.code': fc.constantFrom('DOMAIN_TAKEN', 'VALIDATION_FAILED'),
  // A request has one of the two.
  'verify.delivery': fc.constant(undefined),
  'verify.request': fc.record(
    { operation: fc.constantFrom('search', 'order') },
    { requiredKeys: [], noNullPrototype: true },
  ),
  'verify.within': fc.constantFrom('PT0S', 'PT0.05S'),
  'X-Idempotency-Key': fc.uuid(),
  accent: fc.stringMatching(/^#[0-9a-fA-F]{6}$/),
  current: token('password'),
  country: fc.constantFrom('GB', 'de', 'us'),
  domain: likelyNames,
  email: fc.stringMatching(/^[a-z]{8}$/).map(name => `${name}@example.com`),
  exact_domain: likelyNames,
  endpoint: fc.constant('/api/v1/sandbox/domains/search'),
  expires_at: fc.constantFrom('2099-12-31T23:59:59Z', '2050-01-01T00:00:00.000+14:00'),
  extra: fc.constantFrom({}, { us_nexus: 'C11', ca_legal_type: 'CCO' }),
  from: recent,
  key: token('keys'),
  key_id: token('keys'),
  // Prices are lower.
  max_amount: fc.constantFrom(undefined, { currency: 'USD', total: 1e9 }),
  order_id: token('order'),
  permissions: fc.constant(undefined),
  phone: fc.constantFrom('+44 20 7946 0958', '+1 (202) 555-0143'),
  receiver: token('receivers'),
  request_id: token('request id'),
  since: recent,
  support_url: fc.constantFrom('', 'https://shop.example/help', 'mailto:help@shop.example'),
  tenant: token('tenant'),
  tenants: token('tenant').map(slug => [slug]),
  to: recent,
  url: token('url'),
};

/** A valid value of a request field. */
export const validField = (operation: string, name: string, schema: any): fc.Arbitrary<unknown> =>
  KNOWN[`${operation}.${name}`] ?? KNOWN[name] ?? validValue(operation, schema);

/** A valid value of a JSON Schema; optional members may be missing. */
export function validValue(operation: string, schema: any): fc.Arbitrary<unknown> {
  if (schema.allOf) return validValue(operation, schema.allOf[0]);
  // An optional object.
  if (schema.anyOf) return fc.option(validValue(operation, schema.anyOf[0]), { freq: 6 });
  if (schema.enum) return fc.constantFrom(...schema.enum);
  // An optional field has the types ["string", "null"], for example.
  const [type, other] = [schema.type].flat();
  if (other === 'null') return fc.option(validValue(operation, { ...schema, type }), { freq: 6 });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: schema.minimum, max: schema.maximum });
  if (type === 'object') return validObject(operation, schema);
  if (type === 'array') return fc.constant(schema.example ?? []);
  const { minLength = 0, maxLength = 255, example } = schema;
  const text = fc.string({ minLength, maxLength: Math.min(maxLength, 60) }).filter(value => value.trim() === value);
  return example === undefined ? text : fc.oneof(fc.constant(example), text);
}

function validObject(operation: string, { properties = {}, required = [] }: any): fc.Arbitrary<object> {
  const members = Object.entries<any>(properties).map(([name, schema]) => [name, validField(operation, name, schema)]);
  return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true });
}
