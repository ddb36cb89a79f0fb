import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readConnection } from './connection.js';
import { Session } from './session.js';
import { TOOLS } from './tools/tools.js';

const INSTRUCTIONS = `Nameyard is a sandbox for shops that sell domain names. Nothing is registered or paid for real.
A purchase is search_domain, order_domain, check_out. Create a world first and pass it as \`world\`, unless the user wants to work in the tenant itself.
Each error has a code. Call explain_error for details.
explore finds bugs in the shop of the user.`;

/**
 * Serves the Model Context Protocol on standard input and output. The process ends by itself when its input ends and the
 * calls that are under way are answered.
 */
export async function serve(env: NodeJS.ProcessEnv, version: string): Promise<void> {
  const connect = () => readConnection(env);
  await reportMisconfiguration(connect);
  const server = new McpServer({ name: 'nameyard', title: 'Nameyard', version }, { instructions: INSTRUCTIONS });
  const session = new Session(connect);
  for (const tool of TOOLS) tool.register(server, session);
  // The client has gone.
  process.stdout.on('error', () => process.exit());
  await server.connect(new StdioServerTransport());
}

/** Clients often hide standard error. The tools are served nevertheless: each call explains the problem to the model. */
async function reportMisconfiguration(connect: () => Promise<unknown>): Promise<void> {
  try {
    await connect();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
