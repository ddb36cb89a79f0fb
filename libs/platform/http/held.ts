import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request whose answer waits for something to happen. */
export interface HeldRequest {
  /** Aborted when its client goes away; then nobody reads the answer. */
  gone: AbortSignal;
  /** To be asked before an answer that came late: the key may have been revoked in the meantime. */
  admitAgain(): Promise<void>;
}

export const Held = createParamDecorator((_: unknown, context: ExecutionContext): HeldRequest => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  request.held = true;
  const gone = new AbortController();
  const { raw } = http.getResponse<FastifyReply>();
  if (raw.closed) gone.abort();
  else raw.once('close', () => gone.abort());
  return { gone: gone.signal, admitAgain: async () => request.admission?.again(request) };
});
