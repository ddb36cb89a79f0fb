import type { NameyardOptions } from '#client';
import { ToolFailure } from './tool-failure.js';

/** The tenant that `nameyard start` creates, unless the setting DEFAULT_TENANT names another one. */
const DEFAULT_TENANT = 'demo';

export type Connection = Pick<NameyardOptions, 'baseUrl' | 'tenant' | 'apiKey'>;

/**
 * Reads the connection from `NAMEYARD_URL`, `NAMEYARD_TENANT` and `NAMEYARD_KEY`. Without `NAMEYARD_URL`, finds the running
 * service.
 * @throws ToolFailure if a variable is missing or wrong
 */
export async function readConnection(env: NodeJS.ProcessEnv): Promise<Connection> {
  const [url, tenant, key] = ['NAMEYARD_URL', 'NAMEYARD_TENANT', 'NAMEYARD_KEY'].map(name => env[name]?.trim());
  const baseUrl = url ? baseUrlOf(url) : undefined;
  return {
    tenant: slugOf(tenant || DEFAULT_TENANT),
    apiKey: sandboxKey(key),
    baseUrl: baseUrl ?? baseUrlOf(await findRunning(env)),
  };
}

/** Imports the modules only when they are needed, because they load large parts of the service. */
async function findRunning(env: NodeJS.ProcessEnv): Promise<string> {
  const [{ findService }, { readSettings }] = await Promise.all([
    import('../cli/find-service.js'),
    import('#platform/process/config'),
  ]);
  try {
    return await findService(readSettings(env));
  } catch (error) {
    throw misconfigured((error as Error).message);
  }
}

/** Adds `/api/v1` to an address that does not end in it. */
function baseUrlOf(url: string): string {
  const origin = url.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  if (/^https?:\/\/[^?#]+$/.test(origin) && URL.canParse(origin)) return `${origin}/api/v1`;
  throw misconfigured('NAMEYARD_URL must be the address of the API, for example https://sandbox.example/api/v1.');
}

function slugOf(tenant: string): string {
  if (/^[\w-]+$/.test(tenant)) return tenant;
  throw misconfigured('NAMEYARD_TENANT must be the slug of a tenant, for example demo.');
}

/** Refuses live keys, because a model must never register a real domain. */
function sandboxKey(key: string | undefined): string {
  if (!key) throw misconfigured('NAMEYARD_KEY is missing. It must be a sandbox key (ny_sandbox_…).');
  if (/^ny_sandbox_\w+$/.test(key)) return key;
  throw misconfigured(
    key.startsWith('ny_live_')
      ? 'NAMEYARD_KEY is a live key. Only sandbox keys (ny_sandbox_…) are accepted, so that no real domain is registered.'
      : 'NAMEYARD_KEY must be a sandbox key: ny_sandbox_ followed by 38 characters.',
  );
}

const misconfigured = (message: string) =>
  new ToolFailure('MISCONFIGURED', message, 'Change the environment of the MCP server and restart it.');
