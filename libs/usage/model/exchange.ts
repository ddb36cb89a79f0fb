import type { IncomingHttpHeaders } from 'node:http';
import { decodePart, maskPath } from '#platform/model';
import {
  clean,
  isPrivateName,
  isSecretHeader,
  isSecretName,
  MASKED,
  REDACTED,
  redactedJson,
  redactedText,
} from './redaction.js';

/** Maximum size of each kept body and of each list of headers, in bytes. */
export const MAX_KEPT_BYTES = 16 * 1_024;

/** Days until bodies are removed. */
export const BODIES_DAYS = 7;

/** Larger bodies are not kept: reading them would delay other requests. */
const MAX_READ_CHARACTERS = 256 * 1_024;

/** Approximate memory of the parts of an exchange that `sizeOf` does not measure. */
const OVERHEAD_BYTES = 2_048;

/** A request and its response, held by reference and not redacted yet. */
export interface Exchange {
  /** Path with query. */
  target: string;
  requestHeaders: IncomingHttpHeaders;
  /** The parsed body; undefined if there is none, or if it was not read or is not valid. */
  requestBody: unknown;
  responseHeaders: Record<string, unknown>;
  /** The serialized body; undefined if there is none, or if it was streamed. */
  responseBody: string | undefined;
}

export const BODY_STATES = ['complete', 'cut', 'absent', 'unreadable', 'too_large'] as const;

/**
 * `cut` to 16 KiB; `absent` if none was sent. Not kept: `unreadable` if the body is not JSON, or the request was rejected
 * before its body was read; `too_large`.
 */
export type BodyState = (typeof BODY_STATES)[number];

export interface KeptBody {
  state: BodyState;
  text: string | null;
}

/** What is stored of an exchange, without secrets and personal data. */
export interface KeptExchange {
  target: string;
  /** JSON objects as text. */
  requestHeaders: string;
  responseHeaders: string;
  request: KeptBody;
  response: KeptBody;
}

/** Approximate memory in bytes, cheap to compute. */
export const sizeOf = ({ target, requestHeaders, responseBody }: Exchange): number =>
  OVERHEAD_BYTES + target.length + declaredLength(requestHeaders) + (responseBody?.length ?? 0);

/** Redacts an exchange, and cuts it to what is stored. */
export function keepExchange(exchange: Exchange): KeptExchange {
  return {
    target: cut(cleanTarget(exchange.target)).text,
    requestHeaders: headersOf(exchange.requestHeaders),
    responseHeaders: headersOf(exchange.responseHeaders),
    request: keepRequest(exchange),
    response: keepResponse(exchange),
  };
}

function keepRequest({ requestBody, requestHeaders }: Exchange): KeptBody {
  const length = declaredLength(requestHeaders);
  if (length > MAX_READ_CHARACTERS) return none('too_large');
  if (requestBody !== undefined) return keepText(redactedJson(requestBody, MAX_KEPT_BYTES));
  return none(length > 0 || requestHeaders['transfer-encoding'] !== undefined ? 'unreadable' : 'absent');
}

function keepResponse({ responseBody: body, responseHeaders }: Exchange): KeptBody {
  const isJson = String(responseHeaders['content-type']).startsWith('application/json');
  if (body === undefined || body === '') return none('absent');
  if (body.length > MAX_READ_CHARACTERS) return none('too_large');
  if (!isJson) return none('unreadable');
  try {
    return keepText(redactedText(body, MAX_KEPT_BYTES));
  } catch {
    return none('unreadable');
  }
}

/** Bodies are redacted before they are cut, so that no part of a secret is kept. */
function keepText(redacted: string): KeptBody {
  const { text, isCut } = cut(redacted);
  return { state: isCut ? 'cut' : 'complete', text };
}

const none = (state: BodyState): KeptBody => ({ state, text: null });

/** Cuts a text to 16 KiB of UTF-8, between two characters. */
function cut(text: string): { text: string; isCut: boolean } {
  // A character has at most three bytes per unit of UTF-16.
  if (text.length * 3 <= MAX_KEPT_BYTES || Buffer.byteLength(text) <= MAX_KEPT_BYTES) return { text, isCut: false };
  const bytes = Buffer.from(text);
  let end = MAX_KEPT_BYTES;
  while (isContinuation(bytes[end]!)) end--;
  return { text: bytes.toString('utf8', 0, end), isCut: true };
}

/** Whether a byte of UTF-8 continues a character. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Security headers for browsers. They are not kept, because they are the same in every response. */
const CONSTANT =
  /^(?:content-security-policy|strict-transport-security|x-content-type-options|x-frame-options|x-download-options|x-dns-prefetch-control|x-xss-protection|x-permitted-cross-domain-policies|referrer-policy|origin-agent-cluster|cross-origin-.*)$/;

type HeaderKind = 'plain' | 'secret' | 'constant';

/** Cache of kinds by header name. Its size is limited, because clients can send any name. */
const kinds = new Map<string, HeaderKind>();
const MAX_KINDS = 500;

function kindOf(name: string): HeaderKind {
  const known = kinds.get(name);
  if (known) return known;
  const kind = CONSTANT.test(name) ? 'constant' : isSecretHeader(name) ? 'secret' : 'plain';
  if (kinds.size < MAX_KINDS) kinds.set(name, kind);
  return kind;
}

function headersOf(headers: Record<string, unknown>): string {
  const cleanHeaders: Record<string, string> = {};
  let size = 0;
  for (const name in headers) {
    const value = headers[name];
    const kind = kindOf(name);
    if (value === undefined || kind === 'constant') continue;
    const text = kind === 'secret' ? secretHeader(name, value) : clean(String(value));
    // Node.js reads headers as Latin-1, so a character has at most two bytes.
    size += 2 * (name.length + text.length);
    if (size > MAX_KEPT_BYTES) break;
    cleanHeaders[clean(name)] = text;
  }
  return JSON.stringify(cleanHeaders);
}

/** Keeps the scheme of `Authorization`, because a wrong one is a common mistake. */
function secretHeader(name: string, value: unknown): string {
  const scheme = name === 'authorization' ? /^(?:bearer|basic) /i.exec(String(value))?.[0] : undefined;
  return `${scheme ?? ''}${REDACTED}`;
}

/** The values of secret parameters in the query are redacted. */
function cleanTarget(target: string): string {
  const [path = '', ...query] = target.split('?');
  const pairs = query.join('?').split('&').map(cleanParameter);
  const kept = maskPath(path.split('/').map(clean).join('/'));
  return query.length === 0 ? kept : `${kept}?${pairs.join('&')}`;
}

function cleanParameter(pair: string): string {
  const [name = '', value] = pair.split('=', 2).map(decodePart);
  if (value !== undefined && isSecretName(name)) return `${clean(name)}=${REDACTED}`;
  if (value !== undefined && isPrivateName(name)) return `${clean(name)}=${MASKED}`;
  const cleaned = clean(pair);
  const decoded = decodePart(cleaned);
  const cleanedText = clean(decoded);
  return cleanedText === decoded ? cleaned : cleanedText;
}

const declaredLength = (headers: IncomingHttpHeaders): number => Number(headers['content-length'] ?? 0) || 0;
