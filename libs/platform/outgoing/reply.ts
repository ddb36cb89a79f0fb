import type { IncomingHttpHeaders } from 'node:http';
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

/**
 * Takes an answer in as it comes; the stream that undici makes of one costs more than all else about it. The status is
 * the answer. A body that is too long, breaks off or never ends changes nothing about it.
 */
export class ReplyReader implements Dispatcher.DispatchHandler {
  /** Fails when the exchange does so before there is a status. */
  readonly reply: Promise<Reply>;
  private settle: { resolve(reply: Reply): void; reject(error: unknown): void };
  private head: Pick<Reply, 'status' | 'headers'> | undefined;
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor() {
    this.reply = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
  }

  /** undici knows by it which kind of handler this is. */
  onRequestStart(): void {}

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) this.head = { status, headers: keptOf(headers) };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length > LONGEST_BODY) this.breakOff();
  }

  onResponseEnd(): void {
    this.end(true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.breakOff(error);
  }

  /** Nothing more is read, and what came so far is the reply; the connection is of no further use. */
  breakOff(reason?: unknown): void {
    if (this.head) this.end(false);
    else this.settle.reject(reason);
  }

  private end(whole: boolean): void {
    this.settle.resolve({ ...this.head!, body: this.text(whole), truncated: !whole });
  }

  /** Decoded as a stream: a character that the cut went through is left out, not replaced. */
  private text(whole: boolean): string {
    if (this.length === 0) return '';
    const bytes = Buffer.concat(this.chunks).subarray(0, LONGEST_BODY);
    return new TextDecoder().decode(bytes, { stream: !whole }).replaceAll('\0', '');
  }
}

function keptOf(headers: IncomingHttpHeaders): Reply['headers'] {
  const kept: Reply['headers'] = {};
  for (const name of KEPT_HEADERS) {
    const [value] = [headers[name]].flat();
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
