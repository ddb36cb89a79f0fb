import { Redis } from 'ioredis';
import { freePort, temporaryFolder } from './places.js';
import { Program } from './program.js';
import { until } from './until.js';

/** A Redis server without persistence. */
export class RedisServer {
  private program: Program | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {}

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
    await until('Redis to answer', () => this.ping());
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

  private async ping(): Promise<boolean> {
    const redis = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return (await redis.ping()) === 'PONG';
    } catch {
      return false;
    } finally {
      redis.disconnect();
    }
  }
}
