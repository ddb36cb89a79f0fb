import { NameyardError } from '../client/index.js';
import { baseUrlOf } from './base-url.js';
import { type Access, NameyardServer } from './nameyard-server.js';

export type ConnectOptions = { [Name in keyof Access]?: Access[Name] | undefined };

/** The environment variables that the global setups pass to the workers. `nameyard mcp` reads the same. */
const VARIABLES = { baseUrl: 'NAMEYARD_URL', tenant: 'NAMEYARD_TENANT', apiKey: 'NAMEYARD_KEY' } as const;

/**
 * Uses a server that is already running. Options that are missing are read from the environment variables `NAMEYARD_URL`,
 * `NAMEYARD_TENANT` and `NAMEYARD_KEY`, which the global setups of this package set. `/api/v1` is added to the address if missing.
 */
export async function connectNameyard(options: ConnectOptions = {}): Promise<NameyardServer> {
  const valueOf = (name: keyof Access): string => {
    const value = options[name] ?? process.env[VARIABLES[name]];
    if (value) return value;
    throw new NameyardError(
      `${name} is missing: pass it, set ${VARIABLES[name]}, or add the global setup of nameyard/vitest, nameyard/jest or nameyard/playwright.`,
    );
  };
  return new NameyardServer({
    baseUrl: baseUrlOf(valueOf('baseUrl')),
    tenant: valueOf('tenant'),
    apiKey: valueOf('apiKey'),
  });
}

/** Whether another server is configured, for example a container of the CI service. */
export const isConfigured = (): boolean => Boolean(process.env[VARIABLES.baseUrl]);

/** Makes `connectNameyard` of all processes that are started from now on use this server. */
export function configureWorkers(access: Access): void {
  for (const [name, variable] of Object.entries(VARIABLES)) process.env[variable] = access[name as keyof Access];
}

export function forgetServer(): void {
  for (const variable of Object.values(VARIABLES)) delete process.env[variable];
}
