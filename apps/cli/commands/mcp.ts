import type { Command } from 'commander';
import { VERSION } from '#platform/process/config';

const HELP = `
Environment:
  NAMEYARD_URL     address of the service (default: the running one)
  NAMEYARD_TENANT  tenant of the key (default: demo)
  NAMEYARD_KEY     sandbox key with all sandbox permissions; live keys are refused

MCP clients start this command themselves; /docs/mcp has their configuration.`;

/** The server is loaded only when it runs. */
export function define(command: Command): void {
  command.addHelpText('after', HELP).action(async () => {
    const { serve } = await import('../../mcp/serve.js');
    await serve(process.env, VERSION);
  });
}
