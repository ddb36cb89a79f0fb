import { ApiError, Nameyard, NameyardError, SignatureError } from '../../libs/client/index.js';
import { unwrap } from '../../libs/client/webhooks.js';
import type { Played, Row, Step } from './rows.js';

type Json = Record<string, unknown>;
type Call = (...args: unknown[]) => Promise<unknown> & AsyncIterable<unknown> & { withResponse?(): Promise<Json> };

/**
 * Members of `args` that are positional arguments. Other methods take all of `args` as one object: those of WITH_OBJECT, and
 * create, add, set and advance without a positional member.
 */
const POSITIONAL = ['domain', 'order_id', 'id', 'tenant', 'changes', 'snapshot', 'expected', 'settings', 'report'];
const WITH_OBJECT = /^domains\.(order|checkout|renew|transfer)$|\.list$|\.requests$|\.(decide|transfer_out)$/;
const LISTS_WITHOUT_QUERY = /^(tlds|control\..+)\.list$/;

/** Plays the rows with the TypeScript client. */
export const playRows = (rows: Row[], env: Record<string, string>): Promise<Played[]> => {
  const queue = rows.map((row, index) => ({ row, index }));
  const played: Played[] = [];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) played.push(await play(next.index, next.row, env));
  };
  return Promise.all(Array.from({ length: 8 }, worker)).then(() => played);
};

async function play(index: number, row: Row, env: Record<string, string>): Promise<Played> {
  const saved: Json = {};
  const run = async (client: Nameyard | undefined, step: Step) => {
    const outcome = await outcomeOf(client, step, saved);
    if (step.save) saved[step.save] = outcome['result'];
    return outcome;
  };
  const runAll = async (client: Nameyard, steps: Step[] = []) => {
    const outcomes = [];
    for (const step of steps) outcomes.push(await run(client, step));
    return outcomes;
  };
  if (row.call.startsWith('webhooks.')) return { row: index, main: [await run(undefined, row)] };
  if (row.responses) {
    const baseUrl = `${env['NAMEYARD_STUB']}/${index}/api/v1`;
    return { row: index, main: [await run(new Nameyard({ baseUrl, tenant: 'stub', apiKey: 'ny_sandbox_stub' }), row)] };
  }
  const baseUrl = env['NAMEYARD_URL']!;
  const parent = new Nameyard({ baseUrl, tenant: env['NAMEYARD_TENANT']!, apiKey: env['NAMEYARD_KEY']! });
  const { tenant, key } = await parent.control.worlds.create();
  const client = new Nameyard({ baseUrl, tenant, apiKey: key });
  const before = await runAll(client, row.before);
  for (const fault of row.faults ?? []) await client.control.faults.add(fault as never);
  const main = await Promise.all(Array.from({ length: row.parallel ?? 1 }, () => run(client, row)));
  const after = await runAll(client, row.after);
  await parent.control.worlds.end(tenant);
  return { row: index, before, main, after, saved };
}

async function outcomeOf(client: Nameyard | undefined, step: Step, saved: Json): Promise<Json> {
  try {
    const args = resolve(step.args ?? {}, saved) as Json;
    if (!client) {
      const { body, headers, secrets, now } = args as { body: string; headers: Json; secrets: string[]; now: number };
      return { result: await unwrap(body, headers as Record<string, string>, secrets, { now: now * 1_000 }) };
    }
    const call = methodOf(client, step.call)(...argumentsOf(step.call, args), optionsOf(step));
    if (!call.withResponse) {
      const items = [];
      for await (const item of call) items.push(item);
      return { result: items };
    }
    const { data, attempts, idempotencyKey } = await call.withResponse();
    return { result: data, attempts, idempotency_key: idempotencyKey };
  } catch (error) {
    if (error instanceof NameyardError) return { error: describeError(error) };
    throw error;
  }
}

function methodOf(client: Nameyard, call: string): Call {
  const names = call.split('.').map(name => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const method = names.pop()!;
  const target = names.reduce<unknown>((value, name) => (value as Json)[name], client) as Record<string, Call>;
  return (...args) => target[method]!(...args);
}

function argumentsOf(call: string, args: Json): unknown[] {
  if (LISTS_WITHOUT_QUERY.test(call)) return [];
  if (WITH_OBJECT.test(call)) return [args];
  if (call === 'domains.check') return [args['domains']];
  const positional = POSITIONAL.filter(name => name in args).map(name => args[name]);
  const hasObject = /\.(create|add|set|advance)$/.test(call) && positional.length === 0;
  return hasObject ? [args] : positional;
}

function optionsOf({ options: { max_retries, idempotency_key, ...options } = {} }: Step) {
  return { ...options, maxRetries: max_retries, idempotencyKey: idempotency_key };
}

function describeError(error: NameyardError): Json {
  const { name, message, attempts, idempotencyKey = null } = error;
  const common = { class: name, message, attempts, idempotency_key: idempotencyKey };
  if (error instanceof SignatureError) return { ...common, reason: error.reason };
  if (!(error instanceof ApiError)) return common;
  const { status, code, requestId, retryable, docs, details } = error;
  return { ...common, status, code, request_id: requestId, retryable, docs, details };
}

/** Replaces `$name.member` by what an earlier step has saved. */
function resolve(value: unknown, saved: Json): unknown {
  if (Array.isArray(value)) return value.map(each => resolve(each, saved));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each, saved)]));
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  return value
    .slice(1)
    .split('.')
    .reduce<unknown>((found, name) => (found as Json)[name], saved);
}
