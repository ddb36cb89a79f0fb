import { ApiProperty } from '@nestjs/swagger';
import { NullableText } from '#platform/contract';

export class SessionView {
  @ApiProperty({ description: 'ID of the session.', example: 'ses_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Browser and operating system.', example: 'Firefox on Linux' })
  browser: string;

  @NullableText('IP address of the login.', '192.0.2.7')
  address: string | null;

  @ApiProperty({ format: 'date-time', description: 'Time of the login.' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'Time of the last request, at most a minute late.' })
  last_used_at: string;

  @ApiProperty({ description: 'Whether the request was sent with this session.' })
  current: boolean;
}

export class SessionsView {
  @ApiProperty({ type: [SessionView], description: 'Open sessions, the last used one first.' })
  sessions: SessionView[];
}

export class SessionsEnded {
  @ApiProperty({ type: 'integer', description: 'Number of ended sessions.', example: 3 })
  ended: number;
}

export const RevokedTokens = () =>
  ApiProperty({ type: 'integer', description: 'Number of access tokens that were revoked.', example: 1 });

export class AccessEnded extends SessionsEnded {
  @RevokedTokens()
  revoked_tokens: number;
}
