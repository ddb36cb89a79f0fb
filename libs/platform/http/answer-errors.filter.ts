import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER } from '../config/tokens.js';
import { Refusal } from '../errors/refusal.js';
import type { Logger } from '../log/logger.js';
import { answerTo } from './answer.js';

/** Answers every error, wherever it was thrown, in the envelope; faults of ours are logged and not told. */
@Catch()
export class AnswerErrors implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { status, headers, body, fault } = answerTo(error);
    request.failure = body.error.code;
    if (fault) this.logger.error({ err: fault, requestId: request.id }, 'a request failed through a fault of ours');
    else if (error instanceof Refusal && error.extras.note)
      this.logger.info({ requestId: request.id, code: error.code, note: error.extras.note }, 'refused');
    void reply.status(status).headers(headers).send(body);
  }
}
