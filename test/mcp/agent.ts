import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { registerCleanup } from '../support/cleanup.js';
import { CLI } from '../support/paths.js';

/** Longer than the default of the SDK, which explorations can exceed on a busy machine. */
const TIMEOUT_MS = 200_000;

/** `nameyard mcp` and a client of the official SDK. It stops after the test file. */
export class Agent {
  /** All results as JSON. */
  transcript = '';

  private constructor(readonly client: Client) {}

  static async start(env: Record<string, string>): Promise<Agent> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const agent = new Agent(client);
    registerCleanup(() => client.close());
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], env, stderr: 'ignore' }),
    );
    return agent;
  }

  /** The data of a successful call. */
  // oxlint-disable-next-line no-explicit-any -- each tool has its own data
  async use(name: string, args: object = {}, options: RequestOptions = {}): Promise<any> {
    const result = await this.call(name, args, options);
    if (result.isError) throw new Error(`${name} failed: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  }

  /** The error of a failed call, and its text. */
  async fail(name: string, args: object = {}): Promise<{ text: string; error: Record<string, unknown> }> {
    const { isError, content, structuredContent } = await this.call(name, args);
    if (!isError) throw new Error(`${name} succeeded: ${JSON.stringify(content)}`);
    const [block] = content;
    const { error } = structuredContent as { error: Record<string, unknown> };
    return { text: block?.type === 'text' ? block.text : '', error };
  }

  async call(name: string, args: object = {}, options: RequestOptions = {}): Promise<CallToolResult> {
    const call = this.client.callTool({ name, arguments: { ...args } }, undefined, {
      timeout: TIMEOUT_MS,
      ...options,
    });
    const result = (await call) as CallToolResult;
    this.transcript += JSON.stringify(result);
    return result;
  }
}
