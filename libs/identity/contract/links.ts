import { DateTime, NullableText, PasswordField, Property, TextField } from '#platform/contract';
import { LINK_KINDS, type LinkKind } from '../model/one-time-link.js';
import { PersonView } from './people.js';

const KIND = { enum: LINK_KINDS, description: 'Whether it is an invitation or resets a password.' };

const EXPIRES = { format: 'date-time', description: 'Time when the link expires.' };

export class LinkView {
  /** ID of the link. @example lnk_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** ID of the account. @example usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  person_id: string;

  @Property(KIND) kind: LinkKind;

  /** Status of the link. */
  @Property({ enum: ['open', 'expired', 'revoked'] }) status: 'open' | 'expired' | 'revoked';

  /** Time when the link was created. */
  @DateTime() created_at: string;

  @Property(EXPIRES) expires_at: string;
}

export class LinksView {
  /** Open links, and invitations that were not answered. */
  links: LinkView[];
}

export class MailView {
  /** Whether the mail server has accepted the message. */
  sent: boolean;

  @NullableText('Why the message was not sent; null if it was.', null) problem: string | null;
}

export class PersonWithLink {
  /** The account. */
  person: PersonView;

  /** The link. */
  link: LinkView;

  /** Address of the link. Shown only once. @example https://sandbox.example.com/portal/invitation#8fK… */
  url: string;

  /** The message with the link to the person; null if the installation sends no mail. */
  mail: MailView | null;
}

const TokenField = () =>
  TextField({ max: 100, description: 'The part of the address of the link after `#`.', example: '8fKq…' });

export class LinkCheck {
  @TokenField() token: string;
}

export class LinkUse {
  @TokenField() token: string;

  /** New password (12–128 characters, not a common one). @example "another horse altogether" */
  @PasswordField({ max: 1_024 }) password: string;
}

export class LinkPreview {
  @Property(KIND) kind: LinkKind;

  /** Email address of the account. @example ada@example.com */
  @Property({ format: 'idn-email' }) email: string;

  @Property(EXPIRES) expires_at: string;
}
