import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { parse } from 'content-type';
import type { FastifyRequest } from 'fastify';
import { NotAcceptable, UnsupportedCoding, UnsupportedMediaType } from './http-errors.js';

/** Routes of the API, the portal and the facades require JSON bodies (415) and return JSON (406). */
@Injectable()
export class MediaTypesGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { envelope, isJson } = request.routeOptions.config;
    if (!envelope && !isJson) return true;
    const { accept, 'content-type': type, 'content-encoding': coding } = request.headers;
    if (accept !== undefined && accept !== 'application/json' && accept !== '*/*' && excludesJson(accept))
      throw new NotAcceptable();
    if (request.method === 'GET' || request.method === 'HEAD') return true;
    if (hasContent(request)) requireJsonContent(type, coding);
    else ignoreType(request);
    return true;
  }
}

function requireJsonContent(type: string | undefined, coding: string | undefined): void {
  if (type !== 'application/json' && (type === undefined || !isJsonInUtf8(type)))
    throw new UnsupportedMediaType('Content-Type must be application/json, with the charset UTF-8 if it has one.');
  rejectContentEncoding(coding);
}

/** @throws UnsupportedMediaType if a `Content-Encoding` changes the content */
export function rejectContentEncoding(coding: string | undefined): void {
  if (coding !== undefined && coding !== 'identity' && !isIdentity(coding)) throw new UnsupportedCoding();
}

/** Parameters other than the charset do not change what JSON means (RFC 8259, section 11). */
function isJsonInUtf8(header: string): boolean {
  const { type, parameters } = parse(header);
  const charset = parameters['charset']?.toLowerCase() ?? 'utf-8';
  return type === 'application/json' && (charset === 'utf-8' || charset === 'utf8');
}

/** Whether all codings are `identity`. Their case does not matter, and members can be empty (RFC 9110, 8.4). */
const isIdentity = (header: string): boolean =>
  header.split(',').every(coding => /^(?:identity)?$/i.test(coding.trim()));

const hasContent = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Removes `Content-Type` from a request without content. Many clients always send it, and Fastify would look for a parser. */
function ignoreType(request: FastifyRequest): void {
  if (request.headers['content-type'] !== undefined) request.headers = { 'content-type': undefined };
}

/** How closely a media range describes JSON. */
const PRECEDENCE = new Map([
  ['application/json', 3],
  ['application/*', 2],
  ['*/*', 1],
  // Some clients send it for any type, for example HttpURLConnection of Java.
  ['*', 1],
]);

/**
 * Whether `Accept` excludes JSON. The most specific ranges that match decide (RFC 9110, section 12.5.1). Parameters except
 * the weight do not matter, because there is one form of JSON. Malformed members match nothing.
 */
function excludesJson(accept: string): boolean {
  let [isEmpty, precedence, isAccepted] = [true, 0, false];
  for (let start = 0; start < accept.length;) {
    const { type, parameters, index } = parse(accept, { comma: true, start });
    start = index + 1;
    if (type === '') continue;
    isEmpty = false;
    const found = PRECEDENCE.get(type) ?? 0;
    // Only a weight of zero excludes a type, not a malformed one.
    const isWanted = found > 0 && Number(parameters['q'] || 1) !== 0;
    isAccepted = found > precedence ? isWanted : isAccepted || (found === precedence && isWanted);
    precedence = Math.max(precedence, found);
  }
  return !isEmpty && !isAccepted;
}
