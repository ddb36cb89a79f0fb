import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { jest } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { SETTINGS } from '../process/config/settings.js';
import { GuardedClient, type GuardedClientOptions } from './guarded-client.js';
import { answer, respondWith, type Behavior, Receiver, SELF_SIGNED } from '../../../test/support/raw-receiver.js';

/** Long, because on a slow machine a process can get no CPU for seconds. */
const PATIENT = { attemptMs: 30_000, connectMs: 20_000, dnsMs: 10_000 };

/** Short, for tests that wait for a timeout. */
const TIMEOUTS = { attemptMs: 1_000, connectMs: 700, dnsMs: 300 };
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };

/** A public but unassigned address. */
const UNASSIGNED: LookupAddress = { address: '2000::1', family: 6 };

// The time to load undici must not count.
beforeAll(() => import('undici'));

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach(action => action()));

async function receiver(...parts: Parameters<typeof Receiver.start>): Promise<Receiver> {
  const started = await Receiver.start(...parts);
  cleanups.push(() => started.stop());
  return started;
}

function client(options: Partial<GuardedClientOptions> = {}, allowPrivate = true): GuardedClient {
  const made = new GuardedClient({ webhookAllowPrivateTargets: allowPrivate }, { ...PATIENT, ...options });
  cleanups.push(() => made.onModuleDestroy());
  return made;
}

const strict = (options: Partial<GuardedClientOptions> = {}) => client(options, false);
const to = (url: string) => ({
  url,
  headers: { 'Webhook-Id': 'evt_1', 'Accept-Encoding': 'br' },
  body: '{"name":"bücher"}',
});
const failure = (reason: string, message: RegExp = /\.$/) => ({
  name: 'OutgoingFailure',
  reason,
  message: expect.stringMatching(message) as string,
});

async function timed<T>(work: Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now();
  const result = await work;
  return { result, ms: performance.now() - started };
}

describe('a response', () => {
  it('resolves to status, selected headers and body, and the request arrives unchanged', async () => {
    const shop = await receiver(respondWith('200 OK', 'thanks', ['Content-Type: text/plain', 'Set-Cookie: a=1']));
    expect(await client().post(to(shop.url))).toEqual({
      status: 200,
      headers: { 'content-type': 'text/plain', location: undefined, 'retry-after': undefined },
      body: 'thanks',
      truncated: false,
    });
    const [request = ''] = shop.requests;
    expect(request).toMatch(/^POST \/hooks\?a=1 HTTP\/1\.1\r\n/);
    expect(request).toMatch(new RegExp(`^host: 127\\.0\\.0\\.1:${shop.port}\r$`, 'im'));
    expect(request.match(/^accept-encoding: .*$/gim)).toEqual(['accept-encoding: identity']);
    expect(request).toMatch(/^webhook-id: evt_1\r$/im);
    expect(request).toMatch(/^content-length: 18\r$/im);
    expect(request).toMatch(/\r\n\r\n\{"name":"bücher"\}$/);
  });

  it.each(['204 No Content', '400 Bad Request', '410 Gone', '500 Internal Server Error', '503 Service Unavailable'])(
    'resolves for every status: %s',
    async status => {
      const shop = await receiver(respondWith(status));
      expect(await client().post(to(shop.url))).toMatchObject({ status: Number(status.slice(0, 3)), body: '' });
    },
  );

  it('includes the first Retry-After header', async () => {
    const shop = await receiver(respondWith('429 Too Many Requests', '', ['Retry-After: 120', 'Retry-After: 7']));
    expect(await client().post(to(shop.url))).toMatchObject({ status: 429, headers: { 'retry-after': '120' } });
  });

  it.each(['301 Moved Permanently', '302 Found', '307 Temporary Redirect', '308 Permanent Redirect'])(
    'is returned without following a redirect: %s',
    async status => {
      const other = await receiver(respondWith('200 OK'));
      const shop = await receiver(respondWith(status, '', [`Location: ${other.url}`]));
      const reply = await client().post(to(shop.url));
      expect(reply).toMatchObject({ status: Number(status.slice(0, 3)), headers: { location: other.url } });
      expect(other.sockets).toEqual([]);
    },
  );

  it('is decoded to text that PostgreSQL can store', async () => {
    const bytes = Buffer.from([0x61, 0x00, 0x62, 0xff, 0x63, 0xc3, 0xbc, 0xc3]);
    const shop = await receiver(respondWith('200 OK', bytes));
    expect(await client().post(to(shop.url))).toMatchObject({ body: 'ab\uFFFDcü\uFFFD', truncated: false });
  });

  it('is complete up to 16 KiB, and truncated between characters after that', async () => {
    const sizes = [16_384, 16_385];
    const bodies = sizes.map(size => 'ü'.repeat(size / 2).padEnd(size - Math.floor(size / 2), 'a'));
    const shop = await receiver((socket, nth) => socket.write(answer('200 OK', bodies[nth - 1])));
    const sender = client();
    expect(await sender.post(to(shop.url))).toMatchObject({ body: bodies[0], truncated: false });
    expect(await sender.post(to(shop.url))).toMatchObject({ body: 'ü'.repeat(8_192), truncated: true });

    const odd = await receiver(respondWith('200 OK', `a${'ü'.repeat(10_000)}`));
    expect(await sender.post(to(odd.url))).toMatchObject({ body: `a${'ü'.repeat(8_191)}`, truncated: true });
  });

  it('of 100 MB is not read to the end', async () => {
    let sent = 0;
    const shop = await receiver(socket => {
      const send = () => {
        while (sent < 100e6 && !socket.destroyed && socket.write(Buffer.alloc(65_536, 'x'))) sent += 65_536;
      };
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n');
      socket.on('drain', send);
      send();
    });
    const { result, ms } = await timed(client().post(to(shop.url)));
    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(16_384), truncated: true });
    expect(ms).toBeLessThan(PATIENT.attemptMs);
    await closed(shop);
    expect(sent).toBeLessThan(20e6);
  });

  it('that never ends is truncated at the timeout', async () => {
    const shop = await receiver(drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'));
    const { result, ms } = await timed(client(TIMEOUTS).post(to(shop.url)));
    expect(result).toMatchObject({ status: 200, body: expect.stringMatching(/^x+$/) as string, truncated: true });
    expect(ms).toBeLessThan(TIMEOUTS.attemptMs + 10_000);
    await closed(shop);
  });

  it('that is interrupted is truncated', async () => {
    const shop = await receiver(socket => {
      socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nhalf');
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    expect(await client().post(to(shop.url))).toMatchObject({ status: 500, body: 'half', truncated: true });
  });
});

describe('a receiver that does not respond', () => {
  const BEHAVIORS: [title: string, behavior: Behavior, reason: string, message: RegExp][] = [
    ['stays silent', () => {}, 'timeout', /within 1 s/],
    ['sends endless headers', drip('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'), 'timeout', /within 1 s/],
    ['resets the connection', socket => socket.resetAndDestroy(), 'connection_reset', /closed the connection/],
    ['closes the connection', socket => socket.end(), 'connection_reset', /closed the connection/],
    [
      'closes the connection within the headers',
      socket => socket.end('HTTP/1.1 200 OK\r\nX-'),
      'connection_reset',
      /closed/,
    ],
    ['does not speak HTTP', socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n'), 'invalid_answer', /not valid HTTP/],
    ['sends an invalid status', socket => socket.end('HTTP/1.1 000 OK\r\n\r\n'), 'invalid_answer', /not valid HTTP/],
    ['switches protocols', socket => socket.end('HTTP/1.1 101 Yes\r\nUpgrade: a\r\n\r\n'), 'invalid_answer', /HTTP/],
    ['sends huge headers', respondWith('200 OK', '', [`X-A: ${'a'.repeat(20_000)}`]), 'invalid_answer', /too large/],
  ];

  it.each(BEHAVIORS)('fails if it %s', async (_title, behavior, reason, message) => {
    const shop = await receiver(behavior);
    const sender = client(reason === 'timeout' ? TIMEOUTS : {});
    const { ms } = await timed(expect(sender.post(to(shop.url))).rejects.toMatchObject(failure(reason, message)));
    expect(ms).toBeLessThan(TIMEOUTS.attemptMs + 10_000);
    expect(shop.requests).toHaveLength(1);
    await closed(shop);
  });

  it('fails if it refuses connections', async () => {
    await expect(client().post(to(`http://127.0.0.1:${await unusedPort()}/`))).rejects.toMatchObject(
      failure('connection_refused'),
    );
  });

  it('fails if it refuses connections at every address', async () => {
    const sender = client({ resolve: async () => [LOOPBACK, { address: '127.0.0.2', family: 4 }] });
    await expect(sender.post(to(`http://shop.example:${await unusedPort()}/`))).rejects.toMatchObject(
      failure('connection_refused'),
    );
  });
});

describe('a TLS connection', () => {
  const secure = (port: number, host = '127.0.0.1') => to(`https://${host}:${port}/hooks`);

  it('rejects a self-signed certificate', async () => {
    const shop = await receiver(respondWith('200 OK'), SELF_SIGNED);
    const refused = failure('tls_error', /self-signed/);
    await expect(client().post(secure(shop.port))).rejects.toMatchObject(refused);
    await expect(client().post(secure(shop.port, 'localhost'))).rejects.toMatchObject(refused);
    expect(shop.requests).toEqual([]);
  });

  it('rejects an untrusted certificate even if NODE_TLS_REJECT_UNAUTHORIZED is 0', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    cleanups.push(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const shop = await receiver(respondWith('200 OK'), SELF_SIGNED);
    await expect(client().post(secure(shop.port))).rejects.toMatchObject(failure('tls_error'));
  });

  it('fails for a receiver without TLS', async () => {
    const shop = await receiver(() => {});
    shop['server'].on('connection', socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(client().post(secure(shop.port))).rejects.toMatchObject(failure('tls_error'));
  });

  it('has its own timeout', async () => {
    const shop = await receiver(() => {});
    const { ms } = await timed(
      expect(client({ connectMs: TIMEOUTS.connectMs }).post(secure(shop.port))).rejects.toMatchObject(
        failure('timeout', /connection .* timed out/),
      ),
    );
    expect(ms).toBeLessThan(30_000);
  });
});

describe('a host name', () => {
  it('that does not exist fails with dns_error', async () => {
    const url = 'https://shop.nameyard.invalid/';
    await expect(client({ dnsMs: 2_000, connectMs: 3_000, attemptMs: 4_000 }).post(to(url))).rejects.toMatchObject(
      failure('dns_error', /shop\.nameyard\.invalid/),
    );
    await expect(strict({ dnsMs: 2_000, connectMs: 3_000, attemptMs: 4_000 }).post(to(url))).rejects.toMatchObject(
      failure('dns_error', /shop\.nameyard\.invalid/),
    );
  });

  it.each<[string, Promise<LookupAddress[]>]>([
    ['without addresses', Promise.resolve([])],
    ['without an answer', new Promise(() => {})],
  ])('%s fails with dns_error', async (_title, answer) => {
    const sender = strict({ ...TIMEOUTS, resolve: () => answer });
    await expect(sender.post(to('https://shop.example/'))).rejects.toMatchObject(failure('dns_error', /shop\.example/));
  });

  it.each<[string, LookupAddress[]]>([
    ['the loopback address', [LOOPBACK]],
    ['a public and the loopback address', [UNASSIGNED, LOOPBACK]],
    ['cloud metadata', [{ address: '169.254.169.254', family: 4 }]],
    ['an IPv4-mapped loopback address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('that resolves to %s is blocked', async (_title, addresses) => {
    const shop = await receiver(respondWith('200 OK'), SELF_SIGNED);
    const sender = strict({ resolve: async () => addresses });
    const blocked = failure('blocked_address', /^shop\.example resolves to an address that is not public\.$/);
    await expect(sender.post(to(`https://shop.example:${shop.port}/`))).rejects.toMatchObject(blocked);
    expect(shop.sockets).toEqual([]);
  });

  it('that resolves to cloud metadata is blocked even if private targets are allowed', async () => {
    const shop = await receiver(respondWith('200 OK'));
    const sender = client({ resolve: async () => [LOOPBACK, { address: '169.254.169.254', family: 4 }] });
    await expect(sender.post(to(`http://shop.example:${shop.port}/`))).rejects.toMatchObject(
      failure('blocked_address'),
    );
    expect(shop.sockets).toEqual([]);
  });

  it('is looked up once per connection, which uses the address that was checked', async () => {
    const answers = [[LOOPBACK], [{ address: '127.0.0.2', family: 4 }]];
    const resolve = jest.fn(async () => answers.shift() ?? []);
    const shop = await receiver(respondWith('200 OK'));
    const reply = await client({ resolve }).post(to(`http://shop.example:${shop.port}/`));
    expect(reply.status).toBe(200);
    expect(resolve.mock.calls).toEqual([['shop.example']]);
  });

  it('that changes from a public address to the loopback address is blocked (DNS rebinding)', async () => {
    const answers = [[UNASSIGNED], [LOOPBACK], [LOOPBACK]];
    const resolve = jest.fn(async () => answers.shift() ?? []);
    const shop = await receiver(respondWith('200 OK'), SELF_SIGNED);
    const sender = strict({ ...TIMEOUTS, resolve });
    const url = `https://shop.example:${shop.port}/`;
    await expect(sender.post(to(url))).rejects.toMatchObject({ reason: expect.stringMatching(/timeout|unreachable/) });
    expect(resolve).toHaveBeenCalledTimes(1);
    await expect(sender.post(to(url))).rejects.toMatchObject(failure('blocked_address'));
    await expect(strict({ resolve }).post(to(url))).rejects.toMatchObject(failure('blocked_address'));
    expect(shop.sockets).toEqual([]);
  });
});

describe('a literal IP address', () => {
  it.each(['127.0.0.1', '127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', 'localhost'])(
    'that is private is blocked by the current settings: %s',
    async host => {
      const resolve = jest.fn(async () => [LOOPBACK]);
      const shop = await receiver(respondWith('200 OK'), SELF_SIGNED);
      await expect(strict({ resolve }).post(to(`https://${host}:${shop.port}/`))).rejects.toMatchObject(
        failure('blocked_address', /^The URL must use a public host/),
      );
      expect(shop.sockets).toEqual([]);
      expect(resolve).not.toHaveBeenCalled();
    },
  );

  it('that is reserved is blocked even if it leads to this machine', async () => {
    const shop = await receiver(respondWith('200 OK'));
    await expect(client().post(to(`http://0.0.0.0:${shop.port}/`))).rejects.toMatchObject(failure('blocked_address'));
    expect(shop.sockets).toEqual([]);
  });
});

describe("the caller's signal", () => {
  it('aborts a request that waits for its response', async () => {
    const shop = await receiver(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const { ms } = await timed(
      expect(client().post({ ...to(shop.url), signal: stop.signal })).rejects.toMatchObject(failure('interrupted')),
    );
    expect(ms).toBeLessThan(PATIENT.attemptMs);
    await closed(shop);
  });

  it('aborts a request during the DNS lookup, so that nothing is sent later', async () => {
    const shop = await receiver(respondWith('200 OK'));
    let answer: (addresses: LookupAddress[]) => void = () => {};
    const resolve = () => new Promise<LookupAddress[]>(done => (answer = done));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const request = { ...to(`http://shop.example:${shop.port}/`), signal: stop.signal };
    await expect(client({ resolve }).post(request)).rejects.toMatchObject(failure('interrupted'));
    answer([LOOPBACK]);
    await new Promise(done => setTimeout(done, 350));
    expect(shop.requests).toEqual([]);
  });

  it('that is already aborted prevents the request', async () => {
    const shop = await receiver(respondWith('200 OK'));
    const signal = AbortSignal.abort();
    await expect(client().post({ ...to(shop.url), signal })).rejects.toMatchObject(failure('interrupted'));
    expect(shop.sockets).toEqual([]);
  });
});

describe('a connection', () => {
  it('is reused for the next request', async () => {
    const shop = await receiver(respondWith('200 OK', 'thanks'));
    const sender = client();
    for (let nth = 1; nth <= 5; nth++) await sender.post(to(shop.url));
    expect(shop.sockets).toHaveLength(1);
    expect(shop.requests).toHaveLength(5);
  });

  it('is replaced if the receiver closes it at the moment it is reused', async () => {
    const shop = await receiver((socket, nth) =>
      nth === 2 ? socket.resetAndDestroy() : socket.write(answer('200 OK')),
    );
    const sender = client();
    expect(await sender.post(to(shop.url))).toMatchObject({ status: 200 });
    expect(await sender.post(to(shop.url))).toMatchObject({ status: 200 });
    expect(shop.sockets).toHaveLength(2);
    expect(shop.requests).toHaveLength(3);
  });

  it('is replaced only once', async () => {
    const shop = await receiver((socket, nth) => (nth === 1 ? socket.write(answer('200 OK')) : socket.destroy()));
    const sender = client();
    await sender.post(to(shop.url));
    await expect(sender.post(to(shop.url))).rejects.toMatchObject(failure('connection_reset'));
    expect(shop.requests).toHaveLength(3);
  });

  it('is replaced for all requests that lose theirs at the same time', async () => {
    const waiting: (() => void)[] = [];
    const shop = await receiver((socket, nth) => {
      if (nth > 20) return void socket.write(answer('200 OK'));
      waiting.push(() => (nth > 10 ? socket.resetAndDestroy() : socket.write(answer('200 OK'))));
      if (nth % 10 === 0) waiting.splice(0).forEach(action => action());
    });
    const sender = client();
    for (let round = 1; round <= 2; round++) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => sender.post(to(shop.url))));
      expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    }
    expect(shop.requests).toHaveLength(30);
  });

  it('is used by one request at a time', async () => {
    const shop = await receiver(socket => void setTimeout(() => socket.write(answer('200 OK')), 50));
    const sender = client();
    const replies = await Promise.all(Array.from({ length: 100 }, () => sender.post(to(shop.url))));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(shop.sockets).toHaveLength(100);
  });

  it('is one of at most 256 idle connections', async () => {
    // 15 instead of 4 seconds, so that all of them are open before the first one times out.
    const shop = await receiver(respondWith('200 OK', '', ['Keep-Alive: timeout=20']));
    const sender = client({ resolve: async () => [LOOPBACK] });
    for (let nth = 1; nth <= 300; nth++) await sender.post(to(`http://shop${nth}.example:${shop.port}/`));
    await until(() => openSockets(shop).length === 256);
    await sender.post(to(`http://shop300.example:${shop.port}/`));
    expect(shop.sockets).toHaveLength(300);
  });

  it('is not reused after Connection: close', async () => {
    const shop = await receiver(socket => socket.end(answer('200 OK', 'bye', ['Connection: close'])));
    const sender = client();
    for (let nth = 1; nth <= 3; nth++) expect(await sender.post(to(shop.url))).toMatchObject({ body: 'bye' });
    expect(shop.requests).toHaveLength(3);
    expect(shop.sockets).toHaveLength(3);
  });

  it('is not reused after a truncated response', async () => {
    const shop = await receiver(respondWith('200 OK', 'x'.repeat(20_000)));
    const sender = client();
    for (let nth = 1; nth <= 3; nth++) expect(await sender.post(to(shop.url))).toMatchObject({ truncated: true });
    await closed(shop);
    expect(shop.sockets).toHaveLength(3);
  });

  it('is closed on shutdown after its request, and new requests are rejected', async () => {
    const shop = await receiver(socket => void setTimeout(() => socket.write(answer('200 OK')), 100));
    const sender = client();
    const under = sender.post(to(shop.url));
    await until(() => shop.requests.length === 1);
    sender.onModuleDestroy();
    await expect(sender.post(to(shop.url))).rejects.toMatchObject(failure('interrupted', /not started/));
    expect(await under).toMatchObject({ status: 200 });
    await closed(shop);
  });
});

describe('GuardedClient', () => {
  it('can be injected', async () => {
    const settings = { provide: SETTINGS, useValue: { webhookAllowPrivateTargets: true } };
    const module = await Test.createTestingModule({ providers: [settings, GuardedClient] }).compile();
    const shop = await receiver(respondWith('200 OK'));
    expect(await module.get(GuardedClient).post(to(shop.url))).toMatchObject({ status: 200 });
    await module.close();
    await closed(shop);
  });

  it('ignores proxies of the environment', async () => {
    const [proxy, shop] = await Promise.all([
      receiver(respondWith('502 Bad Gateway')),
      receiver(respondWith('200 OK')),
    ]);
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
      cleanups.push(() => delete process.env[name]);
    }
    expect(await client().post(to(shop.url))).toMatchObject({ status: 200 });
    expect(proxy.sockets).toEqual([]);
  });
});

function drip(start: string, drop: string): Behavior {
  return socket => {
    socket.write(start);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(done => setTimeout(done, 5));
}

/** Waits until all connections are closed. */
const closed = (shop: Receiver) => until(() => openSockets(shop).length === 0);

const openSockets = (shop: Receiver) => shop.sockets.filter(({ destroyed }) => !destroyed);

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise(done => server.close(done));
  return port;
}
