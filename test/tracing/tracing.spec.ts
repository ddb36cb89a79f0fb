import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from 'undici';
import { newKey, runCliJson, type Service, startService } from '../processes/nameyard.js';
import { type Database, startDatabase } from '../processes/postgres.js';
import { addReceiver, WEBHOOKS } from '../processes/webhooks.js';
import { environmentOf, openRegistrar, REGISTRANT } from '../registrar/installation.js';
import { CHECKOUT, HttpClient, ORDER, SEARCH } from '../support/client.js';
import { registerCleanup } from '../support/cleanup.js';
import { committedChecks } from '../support/committed-checks.js';
import { eventually } from '../support/eventually.js';
import { temporaryFolder } from '../support/paths.js';
import { TestReceiver } from '../support/receiver.js';
import { Collector, KINDS } from './collector.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const OWNER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

const collector = new Collector();
let postgres: Database;
let service: Service;
let receiver: TestReceiver;
let receiverId: string;
let http: HttpClient;

/** The bundle that the build wrote: API and worker in one process. */
beforeAll(async () => {
  await collector.start();
  receiver = await TestReceiver.start();
  postgres = await startDatabase();
  const { registrar, account } = await openRegistrar();
  const endpoint = join(temporaryFolder(), 'endpoint');
  writeFileSync(endpoint, `${collector.url}\n`);
  service = await startService({
    ...WEBHOOKS,
    ...environmentOf(registrar, account),
    DATABASE_URL: postgres.url,
    OTEL_EXPORTER_OTLP_ENDPOINT_FILE: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer of-the-collector',
    OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
    OTEL_BSP_SCHEDULE_DELAY: '300',
    SERVICE_NAME: 'acme',
  });
  receiverId = await addReceiver(postgres, receiver.url);
  const agent = new Agent();
  registerCleanup(() => agent.destroy());
  http = new HttpClient(service.origin, agent, committedChecks);
});

const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const credentials = {
    Authorization: `Bearer ${service.key}`,
    'X-Tenant': 'demo',
    'Content-Type': 'application/json',
  };
  const response = await http.call({ path, body, headers: { ...credentials, ...headers } });
  expect(response.body).toMatchObject({ success: true });
  return response.body.data as Record<string, string>;
};

/** Several requests in one turn of the event loop share a statement. */
const orderTogether = async (traces: string[]) =>
  Promise.all(
    traces.map((trace, index) =>
      call(
        ORDER,
        { domain: `traced-${index}.com`, years: 1, owner: OWNER },
        { traceparent: `00-${trace}-${CALLER}-01` },
      ),
    ),
  );

describe('traces of the built service', () => {
  it('contain the request, its statement, the consumer of its event and the delivery', async () => {
    const { order_id } = await call(ORDER, { domain: 'traced.com', years: 1, owner: OWNER });
    const payment = { order_id, payment: { method: 'test', reference: 'traced' } };
    await call(CHECKOUT, payment, { traceparent: `00-${TRACE}-${CALLER}-01`, 'X-Request-Id': 'purchase-of-ada' });
    const [request, statement, consumer, delivery] = await eventually(() => [
      collector.find(TRACE, `POST ${CHECKOUT}`),
      collector.find(TRACE, 'checkout.settle'),
      collector.find(TRACE, 'process webhooks.wake'),
      collector.find(TRACE, 'deliver domain.registered'),
    ]);
    const [event] = await postgres.query<{ id: string; context: object }>('SELECT id, context FROM platform.events');
    const { headers } = receiver.received[0]!;

    expect(request).toMatchObject({
      kind: KINDS.server,
      parentSpanId: CALLER,
      service: 'acme-api',
      instance: expect.stringMatching(/^[\da-f-]{36}$/),
      attributes: {
        'http.request.method': 'POST',
        'http.route': CHECKOUT,
        'url.path': CHECKOUT,
        'http.response.status_code': 200,
        'nameyard.tenant': 'demo',
        'nameyard.request_id': 'purchase-of-ada',
      },
    });
    expect(statement).toMatchObject({
      kind: KINDS.client,
      parentSpanId: request!.spanId,
      links: [request!.spanId],
      attributes: { 'db.system.name': 'postgresql', 'db.operation.batch.size': 1 },
    });
    expect(event!.context).toEqual({
      request_id: 'purchase-of-ada',
      traceparent: `00-${TRACE}-${request!.spanId}-01`,
    });
    expect(consumer).toMatchObject({
      kind: KINDS.consumer,
      parentSpanId: request!.spanId,
      links: [request!.spanId],
      attributes: { 'messaging.batch.message_count': 1, 'nameyard.event_types': ['domain.registered'] },
    });
    expect(delivery).toMatchObject({
      kind: KINDS.client,
      parentSpanId: request!.spanId,
      attributes: {
        'server.address': '127.0.0.1',
        'http.response.status_code': 200,
        'nameyard.event_id': event!.id,
        'nameyard.receiver_id': receiverId,
        'nameyard.request_id': 'purchase-of-ada',
      },
    });
    expect(headers).toMatchObject({
      traceparent: `00-${TRACE}-${delivery!.spanId}-01`,
      'x-request-id': 'purchase-of-ada',
    });
    expect(new Set(collector.authorizations)).toEqual(new Set(['Bearer of-the-collector']));
    expect(collector.spans.filter(({ name }) => name.includes('/health/'))).toEqual([]);
  });

  it('contain the calls to the registrar', async () => {
    const env = { DATABASE_URL: postgres.url };
    await runCliJson(['registrar', 'on', '--reason', 'a test'], env);
    await runCliJson(['registrar', 'credit', '--tenant', 'demo', '--amount', '100', '--reason', 'a test'], env);
    const permissions = 'registrar.search,registrar.order,registrar.checkout';
    const { key } = await newKey(env, 'demo', '--scope', 'live', '--permissions', permissions);
    const [searching, paying] = ['6'.repeat(32), '7'.repeat(32)] as const;
    const callLive = (path: string, body: object, trace: string) =>
      call(path.replace('sandbox', 'registrar'), body, {
        Authorization: `Bearer ${key}`,
        traceparent: `00-${trace}-${CALLER}-01`,
      });
    await callLive(SEARCH, { domain: 'traced-live.com' }, searching);
    const { order_id } = await callLive(
      ORDER,
      { domain: 'traced-live.com', years: 1, owner: REGISTRANT },
      '8'.repeat(32),
    );
    await callLive(CHECKOUT, { order_id, payment: { method: 'account', reference: 'traced' } }, paying);
    const [search, check, checkout, submit] = await eventually(() => [
      collector.find(searching, `POST ${SEARCH.replace('sandbox', 'registrar')}`),
      collector.find(searching, 'registrar check'),
      collector.find(paying, `POST ${CHECKOUT.replace('sandbox', 'registrar')}`),
      collector.find(paying, 'registrar submit'),
    ]);
    const attributes = { 'server.address': '127.0.0.1', 'http.response.status_code': 200 };
    expect(check).toMatchObject({ kind: KINDS.client, parentSpanId: search!.spanId, attributes });
    attributes['http.response.status_code'] = 201;
    expect(submit).toMatchObject({ kind: KINDS.client, parentSpanId: checkout!.spanId, attributes });
  });

  it('mask the token of a share link', async () => {
    const token = `ny_share_${'a'.repeat(23)}`;
    await http.call({
      method: 'GET',
      path: `/share/${token}`,
      headers: { traceparent: `00-${'5'.repeat(32)}-${CALLER}-01` },
    });
    await eventually(() => expect(collector.find('5'.repeat(32), 'GET').attributes['url.path']).toContain('***'));
    expect(JSON.stringify(collector.spans)).not.toContain(token);
  });

  it('link a statement to all requests of its batch', async () => {
    const traces = Array.from({ length: 20 }, (_, index) => `${index + 10}`.repeat(16));
    await orderTogether(traces);
    const requests = await eventually(() => traces.map(trace => collector.find(trace, `POST ${ORDER}`)));
    const statements = await eventually(() => {
      const found = collector.spans.filter(({ name, traceId }) => name === 'orders.place' && traces.includes(traceId));
      expect(found.flatMap(({ links }) => links).toSorted()).toEqual(requests.map(({ spanId }) => spanId).toSorted());
      return found;
    });
    expect(statements.length).toBeLessThan(traces.length);
    for (const { links, parentSpanId, attributes } of statements) {
      expect(links[0]).toBe(parentSpanId);
      expect(attributes['db.operation.batch.size']).toBe(links.length);
    }
  });

  it('are lost with a warning while the collector is not available, and sent at the shutdown', async () => {
    await collector.stop();
    await call(SEARCH, { domain: 'example.com' });
    await service.program.waitForOutput('the trace collector does not accept spans');
    await collector.start();
    collector.spans.length = 0;
    await call(SEARCH, { domain: 'example.com' }, { 'X-Request-Id': 'the-last-one' });
    expect(await service.program.end()).toMatchObject({ code: 0 });
    const requests = collector.spans.map(({ attributes }) => attributes['nameyard.request_id']);
    expect(requests).toContain('the-last-one');
  });
});
