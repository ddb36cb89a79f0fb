import { Injectable } from '@nestjs/common';
import { Mailer, type MailResult } from '#platform/outgoing/mail';
import type { NewLink } from './links.js';
import { urlOfLink } from './link-url.js';

/** Sends a link to its person. */
@Injectable()
export class MailLink {
  constructor(private readonly mailer: Mailer) {}

  /**
   * Returns null if the installation sends no mail.
   * @param origin address of the installation
   */
  execute(made: NewLink, origin: string): Promise<MailResult | null> {
    const { account, link } = made;
    const isInvitation = link.kind === 'invitation';
    const { host } = new URL(origin);
    return this.mailer.send({
      to: account.email,
      subject: isInvitation ? `Invitation to ${host}` : `Set a new password for ${host}`,
      text: [
        isInvitation
          ? `You are invited to the portal of ${origin}. Choose a password for ${account.email} here:`
          : `Choose a new password for ${account.email} at ${origin} here:`,
        urlOfLink(origin, made),
        `The link works once, until ${minuteOf(link.expiresAt)}.`,
        isInvitation
          ? 'If you did not expect this message, ignore it.'
          : 'Until then your current password works. If you did not ask for a new one, tell an operator.',
      ].join('\n\n'),
    });
  }
}

const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
