import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

const RETURNED_HEADERS = ['content-type', 'location', 'retry-after'] as const;
const MAX_BODY_BYTES = 16 * 1_024;

export interface Reply {
  status: number;
  headers: { [name in (typeof RETURNED_HEADERS)[number]]?: string };
  /** The first 16 KiB as text. Invalid UTF-8 is replaced, and NUL characters, which PostgreSQL cannot store, are removed. */
  body: string;
  /** Whether the body is incomplete. */
  truncated: boolean;
}

/**
 * Collects a response; undici's own streams take more CPU time than the rest of a request. Once there is a status, the
 * request has succeeded: a body that is too long, incomplete or endless is truncated.
 */
export class ReplyReader implements Dispatcher.DispatchHandler {
  /** Rejects if the exchange fails before there is a status. */
  readonly reply: Promise<Reply>;
  private settle: { resolve(reply: Reply): void; reject(error: unknown): void };
  private head: Pick<Reply, 'status' | 'headers'> | undefined;
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor() {
    this.reply = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
  }

  /** undici detects the type of the handler by this method. */
  onRequestStart(): void {}

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) this.head = { status, headers: selectHeaders(headers) };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length > MAX_BODY_BYTES) this.abort();
  }

  onResponseEnd(): void {
    this.end({ truncated: false });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.abort(error);
  }

  /** Settles `reply` with the truncated response, or rejects it if there is no status. The caller closes the connection. */
  abort(reason?: unknown): void {
    if (this.head) this.end({ truncated: true });
    else this.settle.reject(reason);
  }

  private end({ truncated }: { truncated: boolean }): void {
    this.settle.resolve({ ...this.head!, body: this.text(truncated), truncated });
  }

  /** Stream decoding omits a character that was cut in half instead of replacing it. */
  private text(truncated: boolean): string {
    if (this.length === 0) return '';
    const bytes = Buffer.concat(this.chunks).subarray(0, MAX_BODY_BYTES);
    return new TextDecoder().decode(bytes, { stream: truncated }).replaceAll('\0', '');
  }
}

function selectHeaders(headers: IncomingHttpHeaders): Reply['headers'] {
  const selected: Reply['headers'] = {};
  for (const name of RETURNED_HEADERS) {
    const [value] = [headers[name]].flat();
    if (value !== undefined) selected[name] = value;
  }
  return selected;
}
