import { NameyardError } from '../client/index.js';
import { baseUrlOf } from './base-url.js';
import { type Access, NameyardServer } from './nameyard-server.js';
import { World } from './world.js';

export type ConnectOptions = { [Name in keyof Access]?: Access[Name] | undefined };

/** The environment variables that the global setups set for the workers. `nameyard mcp` reads the same variables. */
const VARIABLES = { baseUrl: 'NAMEYARD_URL', tenant: 'NAMEYARD_TENANT', apiKey: 'NAMEYARD_KEY' } as const;

/**
 * Uses a server that is already running. Without options, it reads the environment variables `NAMEYARD_URL`,
 * `NAMEYARD_TENANT` and `NAMEYARD_KEY`, which the global setups of this package set. Options and variables are never mixed,
 * so that no key is sent to another server. `/api/v1` is added to the address if missing.
 * @throws NameyardError if a value is missing
 */
export async function connectNameyard(options: ConnectOptions = {}): Promise<NameyardServer> {
  const hasOptions = Object.values(options).some(value => value !== undefined);
  const valueOf = (name: keyof Access): string => {
    const value = hasOptions ? options[name] : process.env[VARIABLES[name]];
    if (value) return value;
    throw new NameyardError(
      hasOptions
        ? `${name} is missing: pass baseUrl, tenant and apiKey, or none of them to use the environment variables.`
        : `${VARIABLES[name]} is not set: set it, pass ${name}, or add the global setup of nameyard/vitest, nameyard/jest or nameyard/playwright.`,
    );
  };
  const baseUrl = baseUrlOf(valueOf('baseUrl'));
  return new NameyardServer({ baseUrl, tenant: valueOf('tenant'), apiKey: valueOf('apiKey') });
}

/**
 * Uses the tenant of `connectNameyard` as a world, for example for a shop that already runs. `end()` does not remove the tenant.
 * @throws NameyardError if a value is missing
 */
export async function connectWorld(options: ConnectOptions = {}): Promise<World> {
  return new World(await connectNameyard(options), async () => undefined);
}

/** Whether NAMEYARD_URL is set. */
export const isConfigured = (): boolean => Boolean(process.env[VARIABLES.baseUrl]);

/** Sets the variables that `connectNameyard` reads, for this process and its later children. */
export function configureWorkers(access: Access): void {
  for (const [name, variable] of Object.entries(VARIABLES)) process.env[variable] = access[name as keyof Access];
}

export function forgetServer(): void {
  for (const variable of Object.values(VARIABLES)) delete process.env[variable];
}
