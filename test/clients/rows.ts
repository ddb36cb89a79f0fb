import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/paths.js';
import type { Vector } from '../webhooks/vectors.js';

type Json = Record<string, unknown>;

export interface Step {
  call: string;
  args?: Json;
  options?: { timeout?: number; max_retries?: number; idempotency_key?: string; headers?: Record<string, string> };
  save?: string;
  expect?: Json;
}

/** A case of `libs/client/conformance/cases.json`; its README describes the members. */
export interface Row extends Step {
  name: string;
  before?: Step[];
  faults?: object[];
  responses?: { status: number; headers?: Record<string, string>; body?: unknown; text?: string }[];
  parallel?: number;
  after?: Step[];
  expect: Json;
}

/** What a runner prints for a row. */
export interface Played {
  row: number;
  before?: Json[];
  main: Json[];
  after?: Json[];
  saved?: Json;
}

const read = <T>(file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;

/** The table of cases, and a row for each test vector of webhooks. */
export const ROWS = [
  ...read<Row[]>('libs/client/conformance/cases.json'),
  ...read<Vector[]>('libs/webhooks/docs/vectors.json').map(rowOf),
];

function rowOf({ name, expect, ...args }: Vector): Row {
  const row = { name: `vector: ${name}`, call: 'webhooks.unwrap', args };
  if (expect === 'ok') return { ...row, expect: { result: { id: args.headers['webhook-id'] ?? '<string>' } } };
  if (expect === 'invalid_secret') return { ...row, expect: { error: { class: 'NameyardError' } } };
  return { ...row, expect: { error: { class: 'SignatureError', reason: expect } } };
}

const TOKENS: Record<string, (value: unknown) => boolean> = {
  '<string>': value => typeof value === 'string' && value !== '',
  '<number>': value => typeof value === 'number',
  '<list>': Array.isArray,
  '<time>': value => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  '<user-agent>': value => /^nameyard-\w+\/\d+\.\d+\.\d+ \(.+\)$/.test(String(value)),
};

/** The differences between what a row expects and what a runner has printed. */
export function problemsOf(row: Row, played: Played, requests: unknown[]): string[] {
  const saved = played.saved ?? {};
  const failed = (played.before ?? []).filter(outcome => 'error' in outcome);
  const after = (row.after ?? []).flatMap(({ expect }, index) => differences(expect, played.after?.[index], saved));
  const main = played.main.flatMap(outcome => differences(row.expect, { ...outcome, requests }, saved));
  const count = played.main.length === (row.parallel ?? 1) ? [] : [`${played.main.length} calls`];
  return [...failed.map(outcome => `before: ${JSON.stringify(outcome)}`), ...count, ...main, ...after];
}

function differences(expected: unknown, actual: unknown, saved: Json, path = ''): string[] {
  const wanted = typeof expected === 'string' && expected.startsWith('$') ? valueOf(expected, saved) : expected;
  const report = () => [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`];
  if (typeof wanted === 'string' && TOKENS[wanted]) return TOKENS[wanted](actual) ? [] : report();
  if (typeof wanted !== 'object' || wanted === null) return wanted === actual ? [] : report();
  if (typeof actual !== 'object' || actual === null) return report();
  if (Array.isArray(wanted) && (!Array.isArray(actual) || actual.length !== wanted.length)) return report();
  return Object.entries(wanted).flatMap(([name, part]) =>
    differences(part, (actual as Json)[name], saved, `${path}.${name}`),
  );
}

const valueOf = (variable: string, saved: Json): unknown =>
  variable
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => (value as Json | undefined)?.[name], saved);
