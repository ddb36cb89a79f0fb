import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { describeFailure } from './describe-failure.js';
import type { Session } from './session.js';

export interface Result {
  /** One sentence with the most important facts. */
  summary: string;
  data: object;
}

interface Context {
  session: Session;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal;
  /** Sends a progress notification if the client has requested it. `progress` must increase. */
  reportProgress(progress: { progress: number; total: number; message: string }): void;
}

interface Definition<Shape extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  hints: {
    readOnly: boolean;
    /** Whether the tool changes or removes existing data. */
    destructive: boolean;
    /** Whether a repeated call with the same arguments changes nothing more. */
    idempotent: boolean;
    /** Whether the tool has effects outside of the sandbox: webhooks to receivers, or a command on the user's machine. */
    openWorld: boolean;
  };
  input: Shape;
  run(args: z.infer<z.ZodObject<Shape>>, context: Context): Promise<Result>;
}

export interface Tool {
  register(server: McpServer, session: Session): void;
}

/** Declares a tool. Errors become results of the tool, so that the model can read them. */
export function defineTool<Shape extends z.ZodRawShape>({ hints, run, ...tool }: Definition<Shape>): Tool {
  const config = {
    title: tool.title,
    description: tool.description,
    inputSchema: z.strictObject(tool.input) as z.ZodObject,
    annotations: {
      title: tool.title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
  return {
    register(server, session) {
      server.registerTool(tool.name, config, async (args, extra) => {
        const context = { session, signal: extra.signal, reportProgress: progressOf(extra) };
        try {
          return success(await run(args as z.infer<z.ZodObject<Shape>>, context));
        } catch (error) {
          return failure(error);
        }
      });
    },
  };
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

function progressOf({ _meta, sendNotification }: Extra): Context['reportProgress'] {
  const progressToken = _meta?.progressToken;
  return progress => {
    if (progressToken === undefined) return;
    const params = { progressToken, ...progress };
    // Fails if the client has disconnected.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** Some clients show the model only the text, so it contains the data as well. */
const success = ({ summary, data }: Result): CallToolResult => ({
  content: [{ type: 'text', text: `${summary}\n${JSON.stringify(data)}` }],
  structuredContent: { ...data },
});

async function failure(error: unknown): Promise<CallToolResult> {
  const { text, fields } = await describeFailure(error);
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { error: fields } };
}

/** The argument `world` of tools. */
export const world = z
  .string()
  .optional()
  .describe('World to work in: `world` from the result of create_world. Without it, the configured tenant.');

/** Returns a copy without the members that are null. */
export const withoutNulls = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as Partial<T>;
