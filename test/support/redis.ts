import { Redis } from 'ioredis';
import { Program } from '../processes/program.js';
import { registerCleanup } from './cleanup.js';
import { eventually } from './eventually.js';
import { freePort, temporaryFolder } from './paths.js';

/** A Redis server without persistence. */
export class RedisServer {
  /** Connected to the server; reconnects after a restart. */
  readonly client: Redis;
  private program: Program | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {
    this.client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => 50 });
    this.client.on('error', () => {}); // expected until the server is up
    registerCleanup(() => this.client.disconnect());
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), temporaryFolder());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const settings = { port: this.port, bind: '127.0.0.1', dir: this.folder, save: '', appendonly: 'no' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.program = new Program('redis-server', args);
    await eventually(() => this.client.ping());
  }

  pause(): void {
    this.program?.signal('SIGSTOP');
  }

  resume(): void {
    this.program?.signal('SIGCONT');
  }

  async kill(): Promise<void> {
    await this.program?.end('SIGKILL');
  }
}
