import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors/refusal.js';
import { LOGGER, type Logger } from '../log/logger.js';
import { answerTo } from './answer.js';
import { MalformedRequest } from './errors.js';

/** Answers every error in the envelope. Unexpected errors are logged, and their details are not exposed. */
@Catch()
export class AnswerErrors implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { status, headers, body, fault } = answerTo(request.raw.aborted ? new MalformedRequest(ABORTED) : error);
    request.failure = body.error.code;
    if (fault) this.logger.error({ err: fault, requestId: request.id }, 'unexpected error');
    else if (error instanceof Refusal && error.extras.note)
      this.logger.info({ requestId: request.id, code: error.code, note: error.extras.note }, 'refused');
    void reply.status(status).headers(headers).send(body);
  }
}

/** The client cannot read this response. It prevents that a disconnect is logged as an unexpected error. */
const ABORTED = 'The connection ended before the request was complete.';
