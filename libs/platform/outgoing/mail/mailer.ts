import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '../../process/clock/with-deadline.js';
import { type Settings, SETTINGS } from '../../process/config/settings.js';
import { isLoopback } from '../../process/config/variables.js';
import { LOGGER, type Logger } from '../../observability/log/logger.js';

/** Timeout for the server to accept a message. A person waits for the result. */
const TIMEOUT_MS = 10_000;

export interface Mail {
  /** A single address. */
  to: string;
  subject: string;
  text: string;
}

/** Whether the server has accepted a message; else the reason. */
export type MailResult = { sent: true; problem: null } | { sent: false; problem: string };

/** Sends plain text through the SMTP server of the settings, which delivers it or reports a failure to `MAIL_FROM`. */
@Injectable()
export class Mailer {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns null if no server is set. Never rejects, because the change that the message reports is already stored. */
  async send({ to, subject, text }: Mail): Promise<MailResult | null> {
    const { smtpUrl, mailFrom } = this.settings;
    if (smtpUrl === undefined) return null;
    // Loaded with the first message, because most installations send none.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url: smtpUrl, requireTLS: mustEncrypt(smtpUrl) });
    // nodemailer does not parse addresses in objects, so an address that contains a comma stays one address.
    const address = { name: '', address: to };
    return withDeadline<MailResult>(TIMEOUT_MS, async signal => {
      try {
        await transport.sendMail({ from: mailFrom, to: address, subject, text, signal });
        return { sent: true, problem: null };
      } catch (error) {
        const problem = signal.aborted ? `No answer within ${TIMEOUT_MS / 1_000} seconds` : (error as Error).message;
        this.logger.warn({ problem }, 'a mail was not sent');
        return { sent: false, problem };
      } finally {
        transport.close();
      }
    });
  }
}

/** Passwords must not cross a network in plain text; a server on this machine may lack TLS. */
function mustEncrypt(smtpUrl: string): boolean {
  const { username, hostname } = new URL(smtpUrl);
  return username !== '' && !isLoopback(hostname);
}
