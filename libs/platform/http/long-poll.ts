import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request that the server may keep open until there is something to return. */
export interface LongPollRequest {
  /** Aborted when the client disconnects. */
  disconnected: AbortSignal;
  /**
   * Checks the API key again. Call it before a delayed response: the key may have been revoked in the meantime.
   * @throws Refusal when the key no longer grants access
   */
  reauthorize(): Promise<void>;
}

/** Injects the request as a `LongPollRequest`, and leaves its duration out of the latencies of the usage statistics. */
export const LongPoll = createParamDecorator((_: unknown, context: ExecutionContext): LongPollRequest => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  request.isLongPoll = true;
  const disconnected = new AbortController();
  const { raw } = http.getResponse<FastifyReply>();
  if (raw.closed) disconnected.abort();
  else raw.once('close', () => disconnected.abort());
  return {
    disconnected: disconnected.signal,
    reauthorize: async () => request.admission?.recheck(request),
  };
});
