import { hashOfSecret, newId } from '#platform/model';
import { LinkExpired, LinkRevoked, LinkUsed } from './errors.js';

const HOUR_MS = 3_600_000;

export const LINK_KINDS = ['invitation', 'reset'] as const;

export type LinkKind = (typeof LINK_KINDS)[number];

export const LINK_HOURS: Record<LinkKind, number> = { invitation: 7 * 24, reset: 1 };

/** Why a link no longer works. `obsolete`: the account got another password or was connected with an OpenID provider. */
export type LinkEnding = 'used' | 'revoked' | 'superseded' | 'obsolete';

/** A link with which a person sets a new password, once. Only a hash of its token is stored. */
export class OneTimeLink {
  id: string;
  personId: string;
  kind: LinkKind;
  hash: string;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null = null;
  ending: LinkEnding | null = null;

  static create(given: { personId: string; kind: LinkKind; token: string; at: Date }): OneTimeLink {
    const { token, at, ...facts } = given;
    return Object.assign(new OneTimeLink(), facts, {
      id: newId('lnk'),
      hash: hashOfSecret(token),
      createdAt: at,
      expiresAt: new Date(at.getTime() + LINK_HOURS[facts.kind] * HOUR_MS),
    });
  }

  /** For the newest link of a person: whether it is an unaccepted invitation, which is open, expired or revoked. */
  get isUnanswered(): boolean {
    return this.kind === 'invitation' && (this.ending === null || this.ending === 'revoked');
  }

  status(at: Date): 'open' | 'expired' | LinkEnding {
    return this.ending ?? (this.expiresAt <= at ? 'expired' : 'open');
  }

  /** @throws LinkUsed · LinkRevoked · LinkExpired */
  requireOpen(at: Date): void {
    const status = this.status(at);
    if (status === 'open') return;
    if (status === 'expired') throw new LinkExpired();
    if (status === 'used') throw new LinkUsed();
    throw new LinkRevoked(status);
  }
}
