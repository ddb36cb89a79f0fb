import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { VerificationError, verify } from '../../libs/webhooks/docs/verify.js';
import { describeWith } from '../support/requirements.js';
import { makeVectors, type Vector } from './vectors.js';

const DOCS = join(import.meta.dirname, '../../libs/webhooks/docs');
const DRIVERS = join(import.meta.dirname, 'drivers');
const VECTORS = join(DOCS, 'vectors.json');

if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(VECTORS, `${JSON.stringify(makeVectors(), null, 2)}\n`);
const vectors = JSON.parse(readFileSync(VECTORS, 'utf8')) as Vector[];

describe('the vectors', () => {
  it('are many, and each is named once', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(14);
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  });
});

describeWith('openssl', 'the vectors, made by OpenSSL', () => {
  it('are those of vectors.json', () => expect(vectors).toEqual(makeVectors()));
});

describe('verify.ts', () => {
  it.each(vectors)('$name: $expect', vector => expect(outcomeOf(vector)).toBe(vector.expect));

  it('reads the headers of fetch and lists of values, and finds the time by itself', () => {
    const [{ secrets, headers, body }] = vectors as [Vector];
    jest.useFakeTimers({ now: vectors[0]!.now * 1000 });
    const bytes = Buffer.from(body);
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const event = { ...(JSON.parse(body) as object), id: headers['webhook-id'] };
    expect(verify(secrets[0]!, new Headers(headers), bytes)).toEqual(event);
    expect(verify(secrets, lists, new Uint8Array(bytes))).toEqual(event);
    jest.useRealTimers();
    expect(() => verify(secrets, headers, bytes)).toThrow('older than 5 minutes');
  });

  it('refuses to work without a secret, whatever was sent', () => {
    const [{ headers, body, now }] = vectors as [Vector];
    for (const secrets of ['', [], 'whsec_', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='])
      expect(() => verify(secrets, headers, Buffer.from(body), now)).toThrow(TypeError);
  });
});

describe('the package standardwebhooks', () => {
  afterEach(() => jest.useRealTimers());

  /** It reads the beginning of a number as one, leaves the body to its caller, and takes any secret. */
  const own = ['timestamp in milliseconds', 'timestamp with a fraction', 'truncated secret'];
  const alike = vectors.filter(({ name, expect }) => expect !== 'invalid_body' && !own.includes(name));

  it.each(alike)('$name: $expect', ({ secrets, headers, body, now, expect: expected }) => {
    jest.useFakeTimers({ now: now * 1000 });
    const complaints = secrets.map(secret => complaintOf(() => new Webhook(secret).verify(body, headers)));
    if (expected === 'ok') expect(complaints).toContain('none');
    else for (const complaint of complaints) expect(complaint).toBe(COMPLAINTS[expected]);
  });
});

describeWith('python3', 'verify.py', () => {
  it('says of every vector what is expected', () => {
    expectAll(run('python3', [join(DRIVERS, 'verify_vectors.py'), DOCS]));
  });
});

describeWith('php', 'verify.php', () => {
  it('says of every vector what is expected', () => {
    expectAll(run('php', [join(DRIVERS, 'verify_vectors.php'), DOCS]));
  });
});

describeWith('go', 'verify.go', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nameyard-go-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says of every vector what is expected', () => {
    mkdirSync(join(folder, 'nameyard'));
    writeFileSync(join(folder, 'go.mod'), 'module vectors\n\ngo 1.19\n');
    copyFileSync(join(DOCS, 'verify.go'), join(folder, 'nameyard/verify.go'));
    copyFileSync(join(DRIVERS, 'verify_vectors.go'), join(folder, 'main.go'));
    expectAll(run('go', ['run', '.', DOCS], folder));
  }, 180_000);
});

const COMPLAINTS: Record<string, string> = {
  missing_header: 'Missing required headers',
  invalid_timestamp: 'Invalid Signature Headers',
  timestamp_too_old: 'Message timestamp too old',
  timestamp_too_new: 'Message timestamp too new',
  no_signature: 'No matching signature found',
  wrong_signature: 'No matching signature found',
};

function outcomeOf({ secrets, headers, body, now }: Vector): string {
  try {
    const event = verify(secrets, headers, Buffer.from(body), now);
    expect(event).toEqual({ ...(JSON.parse(body) as object), id: event.id });
    return 'ok';
  } catch (error) {
    if (error instanceof VerificationError) return error.reason;
    if (error instanceof TypeError) return 'invalid_secret';
    throw error;
  }
}

function complaintOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

function run(command: string, args: string[], cwd?: string): string[] {
  const env = {
    ...process.env,
    CGO_ENABLED: '0', // no C compiler is needed
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as string[];
}

/** By name, so that a difference tells where it is. */
function expectAll(outcomes: string[]): void {
  expect(vectors.map(({ name }, i) => [name, outcomes[i]])).toEqual(vectors.map(({ name, expect }) => [name, expect]));
}
