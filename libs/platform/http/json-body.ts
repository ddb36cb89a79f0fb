import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { BODY_LIMIT, BrokenJson } from './answer.js';

const DEEPEST = 64;

/** Reads bodies as JSON (RFC 8259: UTF-8, no byte order mark) and nothing else. */
export function installJsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (_request, body: Buffer, done) => {
      try {
        done(null, parseJson(body));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** @throws BrokenJson that says what is wrong with the text */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw new BrokenJson('The body is empty; send a JSON object.');
  if (!isUtf8(body)) throw new BrokenJson('The body is not valid UTF-8.');
  const text = body.toString('utf8');
  // A text shorter than this cannot nest too deep, and most bodies are shorter.
  if (text.length > DEEPEST && depthOf(text) > DEEPEST)
    throw new BrokenJson(`The body nests deeper than ${DEEPEST} levels.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new BrokenJson(`The body is not valid JSON: ${(error as Error).message.slice(0, 160)}`);
  }
}

/** How deep brackets nest outside strings: deep nesting would exhaust the stack of whoever walks the value. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '\\') i++;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}
