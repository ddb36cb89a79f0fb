import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { jest } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { SETTINGS } from '../config/settings.js';
import { GuardedClient, type GuardedClientOptions } from './guarded-client.js';
import { answer, answering, type Behaviour, Receiver, SELF_SIGNED } from './testing/receiver.js';

const QUICK = { attemptMs: 1_000, connectMs: 700, dnsMs: 300 };
const HOME: LookupAddress = { address: '127.0.0.1', family: 4 };

/** In the part of IPv6 that is public, but given to nobody. */
const NOBODY: LookupAddress = { address: '2000::1', family: 6 };

// Loading it takes a while that is not to count.
beforeAll(() => import('undici'));

const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach(action => action()));

async function receiver(...parts: Parameters<typeof Receiver.start>): Promise<Receiver> {
  const started = await Receiver.start(...parts);
  undo.push(() => started.stop());
  return started;
}

function client(options: Partial<GuardedClientOptions> = {}, allowPrivate = true): GuardedClient {
  const made = new GuardedClient({ webhookAllowPrivateTargets: allowPrivate }, { ...QUICK, ...options });
  undo.push(() => made.onModuleDestroy());
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

describe('an answer', () => {
  it('is given with what callers need of it, and the request arrives as it was', async () => {
    const shop = await receiver(answering('200 OK', 'thanks', ['Content-Type: text/plain', 'Set-Cookie: a=1']));
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
    'is given whatever its status: %s',
    async status => {
      const shop = await receiver(answering(status));
      expect(await client().post(to(shop.url))).toMatchObject({ status: Number(status.slice(0, 3)), body: '' });
    },
  );

  it('may ask for patience', async () => {
    const shop = await receiver(answering('429 Too Many Requests', '', ['Retry-After: 120', 'Retry-After: 7']));
    expect(await client().post(to(shop.url))).toMatchObject({ status: 429, headers: { 'retry-after': '120' } });
  });

  it.each(['301 Moved Permanently', '302 Found', '307 Temporary Redirect', '308 Permanent Redirect'])(
    'may point elsewhere, and nobody goes there: %s',
    async status => {
      const other = await receiver(answering('200 OK'));
      const shop = await receiver(answering(status, '', [`Location: ${other.url}`]));
      const reply = await client().post(to(shop.url));
      expect(reply).toMatchObject({ status: Number(status.slice(0, 3)), headers: { location: other.url } });
      expect(other.sockets).toEqual([]);
    },
  );

  it('becomes text that a database can hold', async () => {
    const bytes = Buffer.from([0x61, 0x00, 0x62, 0xff, 0x63, 0xc3, 0xbc, 0xc3]);
    const shop = await receiver(answering('200 OK', bytes));
    expect(await client().post(to(shop.url))).toMatchObject({ body: 'ab\uFFFDcü\uFFFD', truncated: false });
  });

  it('is read whole up to 16 KiB, and cut between characters behind that', async () => {
    const sizes = [16_384, 16_385];
    const bodies = sizes.map(size => 'ü'.repeat(size / 2).padEnd(size - Math.floor(size / 2), 'a'));
    const shop = await receiver((socket, nth) => socket.write(answer('200 OK', bodies[nth - 1])));
    const sender = client();
    expect(await sender.post(to(shop.url))).toMatchObject({ body: bodies[0], truncated: false });
    expect(await sender.post(to(shop.url))).toMatchObject({ body: 'ü'.repeat(8_192), truncated: true });

    const odd = await receiver(answering('200 OK', `a${'ü'.repeat(10_000)}`));
    expect(await sender.post(to(odd.url))).toMatchObject({ body: `a${'ü'.repeat(8_191)}`, truncated: true });
  });

  it('of 100 MB is dropped after its beginning', async () => {
    let sent = 0;
    const shop = await receiver(socket => {
      const pour = () => {
        while (sent < 100e6 && !socket.destroyed && socket.write(Buffer.alloc(65_536, 'x'))) sent += 65_536;
      };
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n');
      socket.on('drain', pour);
      pour();
    });
    const { result, ms } = await timed(client().post(to(shop.url)));
    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(16_384), truncated: true });
    expect(ms).toBeLessThan(QUICK.attemptMs);
    await closed(shop);
    expect(sent).toBeLessThan(20e6);
  });

  it('that never ends counts by its status when time is up', async () => {
    const shop = await receiver(drip('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'));
    const { result, ms } = await timed(client().post(to(shop.url)));
    expect(result).toMatchObject({ status: 200, body: expect.stringMatching(/^x+$/) as string, truncated: true });
    expect(ms).toBeLessThan(QUICK.attemptMs + 500);
    await closed(shop);
  });

  it('that breaks off counts by its status', async () => {
    const shop = await receiver(socket => {
      socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\nhalf');
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    expect(await client().post(to(shop.url))).toMatchObject({ status: 500, body: 'half', truncated: true });
  });
});

describe('a receiver that does not answer fails as', () => {
  const BEHAVIOURS: [title: string, behaviour: Behaviour, reason: string, message: RegExp][] = [
    ['silent', () => {}, 'timeout', /within 1 s/],
    ['with headers that never end', drip('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'), 'timeout', /within 1 s/],
    ['with a reset', socket => socket.resetAndDestroy(), 'connection_reset', /closed the connection/],
    ['with a close', socket => socket.end(), 'connection_reset', /closed the connection/],
    ['with a close amid headers', socket => socket.end('HTTP/1.1 200 OK\r\nX-'), 'connection_reset', /closed/],
    ['with something else', socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n'), 'invalid_answer', /not sound HTTP/],
    ['with a status that is none', socket => socket.end('HTTP/1.1 000 OK\r\n\r\n'), 'invalid_answer', /not sound HTTP/],
    ['with another protocol', socket => socket.end('HTTP/1.1 101 Yes\r\nUpgrade: a\r\n\r\n'), 'invalid_answer', /HTTP/],
    ['with huge headers', answering('200 OK', '', [`X-A: ${'a'.repeat(20_000)}`]), 'invalid_answer', /too large/],
  ];

  it.each(BEHAVIOURS)('%s', async (_title, behaviour, reason, message) => {
    const shop = await receiver(behaviour);
    const { ms } = await timed(expect(client().post(to(shop.url))).rejects.toMatchObject(failure(reason, message)));
    expect(ms).toBeLessThan(QUICK.attemptMs + 500);
    expect(shop.requests).toHaveLength(1);
    await closed(shop);
  });

  it('one that refuses connections', async () => {
    await expect(client().post(to(`http://127.0.0.1:${await unusedPort()}/`))).rejects.toMatchObject(
      failure('connection_refused'),
    );
  });

  it('one that refuses them at every address', async () => {
    const sender = client({ resolve: async () => [HOME, { address: '127.0.0.2', family: 4 }] });
    await expect(sender.post(to(`http://shop.example:${await unusedPort()}/`))).rejects.toMatchObject(
      failure('connection_refused'),
    );
  });
});

describe('a secure connection', () => {
  const secure = (port: number, host = '127.0.0.1') => to(`https://${host}:${port}/hooks`);

  it('is not made to whoever signed the certificate alone', async () => {
    const shop = await receiver(answering('200 OK'), SELF_SIGNED);
    const refused = failure('tls_error', /signed by itself/);
    await expect(client().post(secure(shop.port))).rejects.toMatchObject(refused);
    await expect(client().post(secure(shop.port, 'localhost'))).rejects.toMatchObject(refused);
    expect(shop.requests).toEqual([]);
  });

  it('is not made to an unknown certificate even where Node.js is told to trust all', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    undo.push(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    const shop = await receiver(answering('200 OK'), SELF_SIGNED);
    await expect(client().post(secure(shop.port))).rejects.toMatchObject(failure('tls_error'));
  });

  it('is not made to a receiver that speaks plainly', async () => {
    const shop = await receiver(() => {});
    shop['server'].on('connection', socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(client().post(secure(shop.port))).rejects.toMatchObject(failure('tls_error'));
  });

  it('has its own time to come about', async () => {
    const shop = await receiver(() => {});
    const { ms } = await timed(
      expect(client({ attemptMs: 5_000 }).post(secure(shop.port))).rejects.toMatchObject(
        failure('timeout', /No connection/),
      ),
    );
    expect(ms).toBeLessThan(2_000);
  });
});

describe('a name', () => {
  it('that DNS does not know fails as such', async () => {
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
  ])('%s fails as such', async (_title, answer) => {
    const sender = strict({ resolve: () => answer });
    await expect(sender.post(to('https://shop.example/'))).rejects.toMatchObject(failure('dns_error', /shop\.example/));
  });

  it.each<[string, LookupAddress[]]>([
    ['this machine', [HOME]],
    ['this machine among others', [NOBODY, HOME]],
    ['metadata', [{ address: '169.254.169.254', family: 4 }]],
    ['a mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('that leads to %s is not called', async (_title, addresses) => {
    const shop = await receiver(answering('200 OK'), SELF_SIGNED);
    const sender = strict({ resolve: async () => addresses });
    const blocked = failure(
      'blocked_address',
      /^shop\.example leads to an address that is not of the public internet\.$/,
    );
    await expect(sender.post(to(`https://shop.example:${shop.port}/`))).rejects.toMatchObject(blocked);
    expect(shop.sockets).toEqual([]);
  });

  it('that leads to metadata is not called where private targets are allowed either', async () => {
    const shop = await receiver(answering('200 OK'));
    const sender = client({ resolve: async () => [HOME, { address: '169.254.169.254', family: 4 }] });
    await expect(sender.post(to(`http://shop.example:${shop.port}/`))).rejects.toMatchObject(
      failure('blocked_address'),
    );
    expect(shop.sockets).toEqual([]);
  });

  it('is looked up once for a connection, which goes where the look-up led', async () => {
    const answers = [[HOME], [{ address: '127.0.0.2', family: 4 }]];
    const resolve = jest.fn(async () => answers.shift() ?? []);
    const shop = await receiver(answering('200 OK'));
    const reply = await client({ resolve }).post(to(`http://shop.example:${shop.port}/`));
    expect(reply.status).toBe(200);
    expect(resolve.mock.calls).toEqual([['shop.example']]);
  });

  it('that turns from a public address to this machine never gets there', async () => {
    const answers = [[NOBODY], [HOME], [HOME]];
    const resolve = jest.fn(async () => answers.shift() ?? []);
    const shop = await receiver(answering('200 OK'), SELF_SIGNED);
    const sender = strict({ resolve });
    const url = `https://shop.example:${shop.port}/`;
    await expect(sender.post(to(url))).rejects.toMatchObject({ reason: expect.stringMatching(/timeout|unreachable/) });
    expect(resolve).toHaveBeenCalledTimes(1);
    await expect(sender.post(to(url))).rejects.toMatchObject(failure('blocked_address'));
    await expect(strict({ resolve }).post(to(url))).rejects.toMatchObject(failure('blocked_address'));
    expect(shop.sockets).toEqual([]);
  });
});

describe('a literal address', () => {
  it.each(['127.0.0.1', '127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', 'localhost'])(
    'that is private is not called, by the settings of now: %s',
    async host => {
      const resolve = jest.fn(async () => [HOME]);
      const shop = await receiver(answering('200 OK'), SELF_SIGNED);
      await expect(strict({ resolve }).post(to(`https://${host}:${shop.port}/`))).rejects.toMatchObject(
        failure('blocked_address', /^The address must lead to a host of the public internet/),
      );
      expect(shop.sockets).toEqual([]);
      expect(resolve).not.toHaveBeenCalled();
    },
  );

  it('where no receiver can be is never called, though it would lead here', async () => {
    const shop = await receiver(answering('200 OK'));
    await expect(client().post(to(`http://0.0.0.0:${shop.port}/`))).rejects.toMatchObject(failure('blocked_address'));
    expect(shop.sockets).toEqual([]);
  });
});

describe("the caller's signal", () => {
  it('ends a request that waits for its answer', async () => {
    const shop = await receiver(() => {});
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const { ms } = await timed(
      expect(client().post({ ...to(shop.url), signal: stop.signal })).rejects.toMatchObject(failure('interrupted')),
    );
    expect(ms).toBeLessThan(QUICK.attemptMs);
    await closed(shop);
  });

  it('ends a request that is still on its way, and nothing of it arrives later', async () => {
    const shop = await receiver(answering('200 OK'));
    const resolve = () => new Promise<LookupAddress[]>(done => setTimeout(() => done([HOME]), 290));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const request = { ...to(`http://shop.example:${shop.port}/`), signal: stop.signal };
    const { ms } = await timed(expect(client({ resolve }).post(request)).rejects.toMatchObject(failure('interrupted')));
    expect(ms).toBeLessThan(280);
    await new Promise(done => setTimeout(done, 350));
    expect(shop.requests).toEqual([]);
  });

  it('that was given before lets nothing begin', async () => {
    const shop = await receiver(answering('200 OK'));
    const signal = AbortSignal.abort();
    await expect(client().post({ ...to(shop.url), signal })).rejects.toMatchObject(failure('interrupted'));
    expect(shop.sockets).toEqual([]);
  });
});

describe('a connection', () => {
  it('is kept for the next request', async () => {
    const shop = await receiver(answering('200 OK', 'thanks'));
    const sender = client();
    for (let nth = 1; nth <= 5; nth++) await sender.post(to(shop.url));
    expect(shop.sockets).toHaveLength(1);
    expect(shop.requests).toHaveLength(5);
  });

  it('that the receiver closes just when it is used again is replaced', async () => {
    const shop = await receiver((socket, nth) =>
      nth === 2 ? socket.resetAndDestroy() : socket.write(answer('200 OK')),
    );
    const sender = client();
    expect(await sender.post(to(shop.url))).toMatchObject({ status: 200 });
    expect(await sender.post(to(shop.url))).toMatchObject({ status: 200 });
    expect(shop.sockets).toHaveLength(2);
    expect(shop.requests).toHaveLength(3);
  });

  it('is replaced once only', async () => {
    const shop = await receiver((socket, nth) => (nth === 1 ? socket.write(answer('200 OK')) : socket.destroy()));
    const sender = client();
    await sender.post(to(shop.url));
    await expect(sender.post(to(shop.url))).rejects.toMatchObject(failure('connection_reset'));
    expect(shop.requests).toHaveLength(3);
  });

  it('that all lose at a time is replaced for all', async () => {
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

  it('is each request’s own while it is under way', async () => {
    const shop = await receiver(socket => void setTimeout(() => socket.write(answer('200 OK')), 50));
    const sender = client({ attemptMs: 5_000 });
    const replies = await Promise.all(Array.from({ length: 100 }, () => sender.post(to(shop.url))));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(shop.sockets).toHaveLength(100);
  });

  it('is one of 256 at most that are kept', async () => {
    const shop = await receiver(answering('200 OK'));
    const sender = client({ resolve: async () => [HOME], attemptMs: 5_000 });
    for (let nth = 1; nth <= 300; nth++) await sender.post(to(`http://shop${nth}.example:${shop.port}/`));
    await until(() => open(shop).length === 256);
    await sender.post(to(`http://shop300.example:${shop.port}/`));
    expect(shop.sockets).toHaveLength(300);
  });

  it('that the receiver means to close is not kept', async () => {
    const shop = await receiver(socket => socket.end(answer('200 OK', 'bye', ['Connection: close'])));
    const sender = client();
    for (let nth = 1; nth <= 3; nth++) expect(await sender.post(to(shop.url))).toMatchObject({ body: 'bye' });
    expect(shop.requests).toHaveLength(3);
    expect(shop.sockets).toHaveLength(3);
  });

  it('is not used again after half an answer', async () => {
    const shop = await receiver(answering('200 OK', 'x'.repeat(20_000)));
    const sender = client();
    for (let nth = 1; nth <= 3; nth++) expect(await sender.post(to(shop.url))).toMatchObject({ truncated: true });
    await closed(shop);
    expect(shop.sockets).toHaveLength(3);
  });

  it('is closed when the module goes: what is under way ends well, nothing new begins', async () => {
    const shop = await receiver(socket => void setTimeout(() => socket.write(answer('200 OK')), 100));
    const sender = client();
    const under = sender.post(to(shop.url));
    await until(() => shop.requests.length === 1);
    sender.onModuleDestroy();
    await expect(sender.post(to(shop.url))).rejects.toMatchObject(failure('interrupted', /not begun/));
    expect(await under).toMatchObject({ status: 200 });
    await closed(shop);
  });
});

describe('the client', () => {
  it('is made by Nest from the settings alone', async () => {
    const settings = { provide: SETTINGS, useValue: { webhookAllowPrivateTargets: true } };
    const module = await Test.createTestingModule({ providers: [settings, GuardedClient] }).compile();
    const shop = await receiver(answering('200 OK'));
    expect(await module.get(GuardedClient).post(to(shop.url))).toMatchObject({ status: 200 });
    await module.close();
    await closed(shop);
  });

  it('cares for no proxy of the environment', async () => {
    const [proxy, shop] = await Promise.all([receiver(answering('502 Bad Gateway')), receiver(answering('200 OK'))]);
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`;
      undo.push(() => delete process.env[name]);
    }
    expect(await client().post(to(shop.url))).toMatchObject({ status: 200 });
    expect(proxy.sockets).toEqual([]);
  });
});

function drip(start: string, drop: string): Behaviour {
  return socket => {
    socket.write(start);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(timer));
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(done => setTimeout(done, 5));
}

/** Nothing of a connection is left; Jest's own time limit speaks when there is. */
const closed = (shop: Receiver) => until(() => open(shop).length === 0);

const open = (shop: Receiver) => shop.sockets.filter(({ destroyed }) => !destroyed);

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise(done => server.close(done));
  return port;
}
