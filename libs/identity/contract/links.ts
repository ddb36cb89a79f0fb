import { ApiProperty } from '@nestjs/swagger';
import { NullableText, PasswordField, TextField } from '#platform/contract';
import { LINK_KINDS, type LinkKind } from '../model/one-time-link.js';
import { PersonView } from './people.js';

const KIND = { enum: LINK_KINDS, description: 'Whether it is an invitation or resets a password.' };

const EXPIRES = { format: 'date-time', description: 'Time when the link expires.' };

export class LinkView {
  @ApiProperty({ description: 'ID of the link.', example: 'lnk_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'ID of the account.', example: 'usr_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  person_id: string;

  @ApiProperty(KIND)
  kind: LinkKind;

  @ApiProperty({ enum: ['open', 'expired', 'revoked'], description: 'Status of the link.' })
  status: 'open' | 'expired' | 'revoked';

  @ApiProperty({ format: 'date-time', description: 'Time when the link was created.' })
  created_at: string;

  @ApiProperty(EXPIRES)
  expires_at: string;
}

export class LinksView {
  @ApiProperty({ type: [LinkView], description: 'Open links, and invitations that were not answered.' })
  links: LinkView[];
}

export class MailView {
  @ApiProperty({ description: 'Whether the mail server has accepted the message.' })
  sent: boolean;

  @NullableText('Why the message was not sent; null if it was.', null)
  problem: string | null;
}

export class PersonWithLink {
  @ApiProperty({ type: PersonView, description: 'The account.' })
  person: PersonView;

  @ApiProperty({ type: LinkView, description: 'The link.' })
  link: LinkView;

  @ApiProperty({
    description: 'Address of the link. Shown only once.',
    example: 'https://sandbox.example.com/portal/invitation#8fK…',
  })
  url: string;

  @ApiProperty({
    type: MailView,
    nullable: true,
    description: 'The message with the link to the person; null if the installation sends no mail.',
  })
  mail: MailView | null;
}

const TokenField = () =>
  TextField({ max: 100, description: 'The part of the address of the link after `#`.', example: '8fKq…' });

export class LinkCheck {
  @TokenField()
  token: string;
}

export class LinkUse {
  @TokenField()
  token: string;

  @PasswordField({
    max: 1_024,
    description: 'New password (12–128 characters, not a common one).',
    example: 'another horse altogether',
  })
  password: string;
}

export class LinkPreview {
  @ApiProperty(KIND)
  kind: LinkKind;

  @ApiProperty({ format: 'idn-email', description: 'Email address of the account.', example: 'ada@example.com' })
  email: string;

  @ApiProperty(EXPIRES)
  expires_at: string;
}
