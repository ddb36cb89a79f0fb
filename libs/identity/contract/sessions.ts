import { DateTime, Integer, NullableText, Property } from '#platform/contract';

export class SessionView {
  /** ID of the session. @example ses_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** Browser and operating system. @example "Firefox on Linux" */
  browser: string;

  @NullableText('IP address of the login.', '192.0.2.7') address: string | null;

  /** Time of the login. */
  @DateTime() created_at: string;

  /** Time of the last request; updated at most once a minute. */
  @DateTime() last_used_at: string;

  /** Whether the request was sent with this session. */
  current: boolean;
}

export class SessionsView {
  /** Open sessions, the last used one first. */
  sessions: SessionView[];
}

export class SessionsEnded {
  /** Number of ended sessions. @example 3 */
  @Integer() ended: number;
}

export const RevokedTokens = () =>
  Property({ type: 'integer', description: 'Number of access tokens that were revoked.', example: 1 });

export class AccessEnded extends SessionsEnded {
  @RevokedTokens() revoked_tokens: number;
}
