import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { registerCleanup } from '../support/cleanup.js';
import { ServiceClient, type Credentials } from './client.js';
import type { CreatedKey } from './keys.js';
import { freePort, ROOT } from '../support/paths.js';
import { type Exit, Program } from './program.js';

/** An installation of docker-compose.yml with its own project name and volumes. It is removed after the test file. */
export class Installation {
  private constructor(
    private readonly project: string,
    private readonly port: number,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  /** Builds the images. `settings` are variables of docker-compose.yml. */
  static async build(
    settings: NodeJS.ProcessEnv = {},
    project = `nameyard-test-${randomInt(2 ** 32).toString(36)}`,
  ): Promise<Installation> {
    const installation = new Installation(project, await freePort(), { NAMEYARD_IMAGE: project, ...settings });
    registerCleanup(async () => {
      await installation.compose('down', '--volumes', '--rmi', 'local', '--timeout', '5');
      await docker(['image', 'rm', '--force', project, `${project}:previous`]);
    });
    await installation.compose('build');
    return installation;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  client(credentials: Credentials): ServiceClient {
    return new ServiceClient(this.origin, credentials);
  }

  /** Starts services and waits until they are ready; running containers are kept. */
  async up(...options: string[]): Promise<void> {
    await this.compose('up', '--detach', '--no-build', '--no-recreate', '--wait', ...options);
  }

  /** Runs `docker compose` and returns its standard output. */
  async compose(...args: string[]): Promise<string> {
    // Ignores the developer's .env file.
    return docker(['compose', '--env-file', '/dev/null', '--project-name', this.project, ...args], {
      ...this.settings,
      PUBLISHED_PORT: String(this.port),
    });
  }

  /** Runs `deploy/upgrade` with the label `version` for the new image; returns its exit code and output. */
  upgrade(args: string[], version: string): Promise<Exit> {
    const env = {
      ...this.settings,
      COMPOSE_ENV_FILES: '/dev/null',
      COMPOSE_PROJECT_NAME: this.project,
      PUBLISHED_PORT: String(this.port),
      NAMEYARD_VERSION: version,
    };
    return new Program(join(ROOT, 'deploy/upgrade'), args, env).exited;
  }

  runCli(...args: string[]): Promise<string> {
    return this.compose('exec', '-T', 'api', 'nameyard', ...args);
  }

  async newKey(limit = 1_000_000): Promise<CreatedKey> {
    const output = await this.runCli('keys', 'create', '--tenant', 'demo', '--limit', String(limit), '--json');
    return { ...(JSON.parse(output) as CreatedKey), tenant: 'demo' };
  }

  log(service: string): Promise<string> {
    return this.compose('logs', '--no-color', service);
  }

  async query(sql: string): Promise<string[]> {
    const psql = ['psql', '--username', 'nameyard', '--no-align', '--tuples-only', '--command', sql];
    return lines(await this.compose('exec', '-T', 'postgres', ...psql));
  }

  /** IDs of running containers, optionally of one service. */
  async containers(...service: string[]): Promise<string[]> {
    return lines(await this.compose('ps', '--quiet', ...service));
  }
}

export async function docker(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, stdout, stderr } = await new Program('docker', args, env).exited;
  if (code !== 0) throw new Error(`docker ${args.join(' ')} exited with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

const lines = (text: string): string[] => text.split('\n').filter(line => line !== '');
