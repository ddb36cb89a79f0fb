import type { SpanContext } from '@opentelemetry/api';

/** The flags that version 00 defines, sampled and random; senders must not set others. */
const KNOWN_FLAGS = 0b11;

const isHex = (text: string | undefined, length: number): text is string =>
  text?.length === length && /^[0-9a-f]+$/.test(text);

const isId = (text: string | undefined, length: number): text is string => isHex(text, length) && !/^0+$/.test(text);

/** Reads a `traceparent` of W3C Trace Context; undefined if it is missing or malformed. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  if (typeof text !== 'string') return undefined;
  const [version, traceId, spanId, flags, ...more] = text.split('-');
  if (!isHex(version, 2) || version === 'ff' || !isId(traceId, 32) || !isId(spanId, 16) || !isHex(flags, 2))
    return undefined;
  // Only later versions may have more fields.
  if (version === '00' && more.length > 0) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & KNOWN_FLAGS, isRemote: true };
}

export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
