import { parse } from 'content-type';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { NotAcceptable, UnsupportedMediaType } from './errors.js';
import type { Guard } from './guards.js';

/** Routes with an envelope require JSON bodies (415) and return JSON (406). */
export const mediaTypes: Guard = {
  check(request) {
    if (!request.routeOptions.config.envelope) return;
    const { accept, 'content-type': type, 'content-encoding': encoding } = request.headers;
    if (accept !== undefined && accept !== 'application/json' && accept !== '*/*') requireJson(request);
    if (request.method === 'GET' || request.method === 'HEAD' || isBareDelete(request)) return;
    if (type !== 'application/json' && (type === undefined || !isJsonInUtf8(type))) throw new UnsupportedMediaType();
    if (encoding !== undefined && encoding !== 'identity') throw new UnsupportedMediaType();
  },
};

/** Parameters other than the charset do not change what JSON means (RFC 8259, section 11). */
function isJsonInUtf8(header: string): boolean {
  const { type, parameters } = parse(header);
  const charset = parameters['charset']?.toLowerCase() ?? 'utf-8';
  return type === 'application/json' && (charset === 'utf-8' || charset === 'utf8');
}

/** A DELETE without a body needs no media type. */
const isBareDelete = ({ method, headers }: FastifyRequest): boolean =>
  method === 'DELETE' &&
  headers['content-type'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0';

function requireJson(request: FastifyRequest): void {
  const chosen = new Negotiator(request.raw).mediaType(['application/json', 'application/json; charset=utf-8']);
  if (chosen === undefined) throw new NotAcceptable();
}
