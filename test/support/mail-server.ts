import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { registerCleanup } from './cleanup.js';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and text. */
  source: string;
}

/** A mail server without TLS that refuses recipients whose address begins with "refused". */
export class MailServer {
  readonly received: ReceivedMail[] = [];

  private constructor(readonly port: number) {}

  static async start(): Promise<MailServer> {
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('refused') ? new Error('No such mailbox') : undefined),
      onData(stream, { envelope }, done) {
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.once('end', () => {
          server.received.push({ from, to, source: decodeQuotedPrintable(Buffer.concat(chunks).toString()) });
          done();
        });
      },
    });
    await new Promise<void>(listening => smtp.listen(0, '127.0.0.1', listening));
    const server = new MailServer((smtp.server.address() as AddressInfo).port);
    registerCleanup(() => new Promise<void>(closed => smtp.close(() => closed())));
    return server;
  }

  get settings() {
    return { smtpUrl: `smtp://127.0.0.1:${this.port}`, mailFrom: 'nameyard@example.com' };
  }

  to(address: string): ReceivedMail | undefined {
    return this.received.findLast(({ to }) => to.includes(address));
  }
}

const decodeQuotedPrintable = (source: string): string =>
  source.replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
