/**
 * The floor: the least that an HTTP server does for the same effects, with plain Fastify and node-postgres, a pool of 16
 * and one prepared statement per request. It has no keys, limits, validation, log, usage or envelope. `floor.mjs URL TENANT`
 */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';
import { ORDER, SEARCH, SETTLE } from './statements.mjs';

const [, , url, tenant] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 16 });
const server = fastify();

/** The product looks up the domain and five likely suggestions; these are five fixed ones. */
const TLDS = ['net', 'org', 'io', 'app', 'dev'];

const newId = prefix => `${prefix}_${randomUUID().replaceAll('-', '')}`;

server.post('/api/v1/sandbox/domains/search', async ({ body: { domain } }) => {
  const label = domain.slice(0, domain.indexOf('.'));
  const names = [domain, ...TLDS.map(tld => `${label}.${tld}`)];
  const { rows } = await pool.query({ name: 'search', text: SEARCH, values: [tenant, names] });
  return { domain, registered: rows };
});

server.post('/api/v1/sandbox/domains/order', async ({ body: { domain, years, owner }, headers }, reply) => {
  const key = headers['x-idempotency-key'];
  const values = [tenant, domain, 'order', key, '', newId('ord'), new Date(), 'com', years, 'USD', 1199, owner];
  const { rows } = await pool.query({ name: 'order', text: ORDER, values });
  reply.statusCode = 201;
  return { order_id: rows[0].id, domain };
});

server.post('/api/v1/sandbox/domains/checkout', async ({ body: { order_id, payment } }) => {
  const values = [tenant, order_id, new Date(), payment.reference, payment.method, newId('evt'), 'demo'];
  const { rows } = await pool.query({ name: 'checkout', text: SETTLE, values });
  return rows[0];
});

process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`);
