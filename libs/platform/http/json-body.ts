import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT, MalformedJson } from './http-errors.js';

/** Deeper nesting would exhaust the stack of code that walks the value. */
const MAX_DEPTH = 64;

/** Maximum number of members and elements by default. 64 KiB could contain 30,000. */
const MAX_VALUES = 1_000;

/** Reads bodies as JSON (RFC 8259: UTF-8, no byte order mark) and nothing else. */
export function installJsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRoute', route => {
    if (route.config?.bodyLimit !== undefined) route.bodyLimit = route.config.bodyLimit;
  });
  addParser(fastify, (body, { method, routeOptions }) => {
    // Many clients declare a content type for every request, also if it has no body.
    const isAbsent = body.length === 0 && method === 'DELETE';
    return isAbsent ? undefined : parseJson(body, routeOptions.config.maxValues);
  });
}

/** Reads empty bodies as `{}`, for clients that declare a content type for every request. */
export function acceptEmptyBodies(fastify: FastifyInstance): void {
  fastify.removeContentTypeParser('application/json');
  addParser(fastify, body => (body.length === 0 ? {} : parseJson(body)));
}

function addParser(fastify: FastifyInstance, parse: (body: Buffer, request: FastifyRequest) => unknown): void {
  const options = { parseAs: 'buffer', bodyLimit: BODY_LIMIT } as const;
  fastify.addContentTypeParser('application/json', options, (request, body: Buffer, done) => {
    try {
      done(null, parse(body, request));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** @throws MalformedJson that says what is wrong with the text */
function parseJson(body: Buffer, maxValues = MAX_VALUES): unknown {
  if (body.length === 0) throw new MalformedJson('The body is empty; send a JSON object.');
  if (!isUtf8(body)) throw new MalformedJson('The body is not valid UTF-8.');
  checkSize(body, maxValues);
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch (error) {
    throw new MalformedJson(`The body is not valid JSON: ${(error as Error).message.slice(0, 160)}`);
  }
}

const [SPACE, QUOTE, BACKSLASH, COMMA] = [0x20, 0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Bounds depth and number of values before JSON.parse allocates them; all structural characters are ASCII. */
function checkSize(body: Buffer, maxValues: number): void {
  let depth = 0;
  let values = 0;
  let isAfterOpening = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!;
    if (byte <= SPACE) continue;
    const closes = byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
    if (byte === COMMA || (isAfterOpening && !closes)) values++;
    isAfterOpening = byte === OPEN_OBJECT || byte === OPEN_ARRAY;
    if (isAfterOpening && ++depth > MAX_DEPTH)
      throw new MalformedJson(`The body nests deeper than ${MAX_DEPTH} levels.`);
    if (closes) depth--;
    if (byte === QUOTE) i = endOfString(body, i);
  }
  if (values > maxValues) throw new MalformedJson(`The body has more than ${maxValues} members and elements.`);
}

/** The index of the closing quote; the end of the body where there is none. */
function endOfString(body: Buffer, start: number): number {
  let i = start + 1;
  while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1;
  return i;
}
