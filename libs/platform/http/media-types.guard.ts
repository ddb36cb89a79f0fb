import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Refusal } from '../errors/refusal.js';
import { NotJson } from './answer.js';
import type { Guard } from './guards.js';

const JSON_IN_UTF8 = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

/** JSON out (406) and JSON in (415), for the routes that answer in the envelope. */
@Injectable()
export class MediaTypes implements Guard {
  check(request: FastifyRequest): void {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'open') return;
    const { accept, 'content-type': type, 'content-encoding': encoding } = request.headers;
    if (accept !== undefined && accept !== 'application/json' && accept !== '*/*') demandJson(request);
    if (request.method === 'GET' || request.method === 'HEAD' || isBareDelete(request)) return;
    if (type !== 'application/json' && (type === undefined || !JSON_IN_UTF8.test(type))) throw new NotJson();
    if (encoding !== undefined && encoding !== 'identity') throw new NotJson();
  }
}

/** Deleting takes no body, and what is not there has no type. */
const isBareDelete = ({ method, headers }: FastifyRequest): boolean =>
  method === 'DELETE' &&
  headers['content-type'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0';

function demandJson(request: FastifyRequest): void {
  const chosen = new Negotiator(request.raw).mediaType(['application/json', 'application/json; charset=utf-8']);
  if (chosen === undefined)
    throw new Refusal(
      'not_acceptable',
      'NOT_ACCEPTABLE',
      'Answers are application/json; the Accept header excludes it.',
    );
}
