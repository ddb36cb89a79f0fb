import { REDACTED } from '../model/redaction.js';
import type { StoredRequest } from '../storage/bodies.js';

type Sent = Omit<StoredRequest, 'id'> & { method: string };

/** Headers that do not change the response, that curl or this command adds, or that belong to the connection or to proxies. */
const OMITTED =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept|accept-encoding|accept-language|user-agent|authorization|expect|forwarded|x-forwarded-.*|x-real-ip|x-request-id|traceparent|tracestate|sec-.*|priority|via|te)$/;

/** Usual spelling of headers, whose case is not significant in HTTP. They come first in the command. */
const SPELLED: Record<string, string> = { 'x-tenant': 'X-Tenant', 'content-type': 'Content-Type' };

/**
 * Returns a shell command that sends a request again; undefined if its body is not known. The command reads the key
 * from `NAMEYARD_KEY`.
 */
export function curlFor(sent: Sent, origin: string): string | undefined {
  const { method, target, requestHeaders, requestState, requestBody } = sent;
  if (requestState !== 'complete' && requestState !== 'absent') return undefined;
  const headers = Object.entries(JSON.parse(requestHeaders) as Record<string, string>);
  const lines = [
    `curl -sS -X ${method} ${quoted(origin + target)}`,
    `-H "Authorization: Bearer $NAMEYARD_KEY"`,
    ...headers.toSorted(([one], [other]) => positionOf(one) - positionOf(other)).flatMap(lineOf),
    ...(requestBody === null ? [] : [`-d ${quoted(requestBody)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Position of a header in the command; headers without a spelling share the last one. */
const positionOf = (name: string): number => [...Object.keys(SPELLED), name].indexOf(name);

function lineOf([name, value]: [string, string]): string[] {
  if (OMITTED.test(name) || value.includes(REDACTED)) return [];
  return [`-H ${quoted(`${SPELLED[name] ?? name}: ${value}`)}`];
}

/** Quotes an argument for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
