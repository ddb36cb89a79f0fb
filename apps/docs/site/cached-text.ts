import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

type Encoding = 'br' | 'gzip';

/** Supported encodings, the most effective first. */
const ENCODINGS: Encoding[] = ['br', 'gzip'];

const COMPRESS = {
  br: (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text: Buffer) => promisify(gzip)(text),
};

/** A text that never changes while the process runs. It is made at its first request, and compressed once per encoding. */
export class CachedText {
  private loading: Promise<{ content: Buffer; etag: string }> | undefined;
  private readonly compressed = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly contentType: string,
    private readonly make: () => string | Promise<string>,
  ) {}

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.loading ??= this.load().catch(error => {
      this.loading = undefined; // The next request tries again.
      throw error;
    });
    const { content, etag } = await this.loading;
    const accepted = new Negotiator(request.raw).encodings(ENCODINGS);
    const encoding = ENCODINGS.find(encoding => accepted.includes(encoding));
    void reply.headers({
      'content-type': this.contentType,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    if (!encoding) return reply.send(content);
    return reply.header('content-encoding', encoding).send(await this.compress(encoding, content));
  }

  private async load() {
    const content = Buffer.from(await this.make());
    return { content, etag: `W/"${createHash('sha1').update(content).digest('base64url')}"` };
  }

  private compress(encoding: Encoding, content: Buffer): Promise<Buffer> {
    const compressed = this.compressed.get(encoding) ?? COMPRESS[encoding](content);
    this.compressed.set(encoding, compressed);
    return compressed;
  }
}
