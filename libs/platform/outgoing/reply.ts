import type { Dispatcher } from 'undici';

const KEPT_HEADERS = ['content-type', 'location', 'retry-after'] as const;
const LONGEST_BODY = 16 * 1_024;

/** What a receiver answered. */
export interface Reply {
  status: number;
  headers: { [name in (typeof KEPT_HEADERS)[number]]?: string };
  /** The first 16 KiB, as text that PostgreSQL can hold: broken UTF-8 is replaced, NUL characters are left out. */
  body: string;
  /** Whether there was more, or the rest did not come. */
  truncated: boolean;
}

/** The status is the answer. A body that is too long, breaks off or never ends changes nothing about it. */
export async function readReply({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Reply> {
  const { bytes, whole } = await readStart(body);
  return {
    status: statusCode,
    headers: Object.fromEntries(KEPT_HEADERS.map(name => [name, [headers[name]].flat()[0]])),
    // As a stream: a character that the cut went through is left out, not replaced.
    body: new TextDecoder().decode(bytes, { stream: !whole }).replaceAll('\0', ''),
    truncated: !whole,
  };
}

/** Leaving the loop early drops the connection; one that was read to its end is kept for the next request. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  let ended = false;
  body.on('error', () => {});
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LONGEST_BODY) break;
    }
    ended = true;
  } catch {
    // The receiver broke off, or time was up.
  }
  return { bytes: Buffer.concat(chunks).subarray(0, LONGEST_BODY), whole: ended && length <= LONGEST_BODY };
}
