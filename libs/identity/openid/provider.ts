import { Inject, Injectable } from '@nestjs/common';
import type { ClientAuth, Configuration } from 'openid-client';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import { OpenIdFailure } from './failure.js';

const TIMEOUT_SECONDS = 5;

/** Maximum age of the provider's metadata. Its keys are read again when a token uses an unknown one. */
const MAX_AGE_MS = 3_600_000;

/** What the browser keeps between the start of a login and its callback. */
export interface OpenIdAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

export interface OpenIdClaims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
}

/**
 * The OpenID Connect provider of the settings. Its metadata is read at the first login and kept for an hour, so that an
 * unreachable provider neither delays the start nor affects logins with passwords.
 */
@Injectable()
export class OpenIdProvider {
  private known: { config: Configuration; readAt: number } | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Name for the login page; undefined without a provider. */
  get name(): string | undefined {
    return this.settings.oidcIssuer && this.settings.oidcName;
  }

  /** @throws OpenIdFailure when the provider cannot be reached */
  async authorizationUrl(redirectUri: string): Promise<{ url: URL; attempt: OpenIdAttempt }> {
    const [client, config] = await this.configured();
    const attempt = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url, attempt };
  }

  /**
   * Exchanges the code in the address of the callback for claims, and checks them.
   * @throws OpenIdFailure
   */
  async claimsFor(callback: URL, { state, nonce, verifier }: OpenIdAttempt): Promise<OpenIdClaims> {
    const [client, config] = await this.configured();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    try {
      const tokens = await client.authorizationCodeGrant(config, callback, checks);
      const claims = tokens.claims()!;
      const { iss: issuer, sub: subject } = claims;
      // Many providers return the address from the userinfo endpoint only.
      const { email, email_verified: emailVerified } =
        claims.email === undefined ? await client.fetchUserInfo(config, tokens.access_token, subject) : claims;
      return {
        issuer,
        subject,
        email: typeof email === 'string' ? email : undefined,
        emailVerified: emailVerified === true,
      };
    } catch (error) {
      const isDenied = error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
      throw new OpenIdFailure(isDenied ? 'denied' : 'provider_error', noteOf(error), { cause: error });
    }
  }

  /** Loads the library at the first login, because most installations do not use it. */
  private async configured(): Promise<[typeof import('openid-client'), Configuration]> {
    const client = await import('openid-client');
    const now = this.clock.millis();
    if (!this.known || now - this.known.readAt > MAX_AGE_MS)
      this.known = { config: await this.discover(client), readAt: now };
    return [client, this.known.config];
  }

  private async discover(client: typeof import('openid-client')): Promise<Configuration> {
    const { oidcIssuer, oidcClientId, oidcClientSecret } = this.settings;
    const issuer = new URL(oidcIssuer!);
    const [basic, post] = [client.ClientSecretBasic(oidcClientSecret), client.ClientSecretPost(oidcClientSecret)];
    // The default of OpenID Connect Discovery is basic.
    const authenticate: ClientAuth = (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes('client_secret_basic')
        ? basic(server, ...rest)
        : post(server, ...rest);
    // Checks signatures. By default, the library trusts ID tokens of the token endpoint because of TLS alone.
    const execute = [client.enableNonRepudiationChecks];
    // The settings allow http for loopback addresses only.
    if (issuer.protocol === 'http:') execute.push(client.allowInsecureRequests);
    try {
      return await client.discovery(issuer, oidcClientId!, undefined, authenticate, {
        execute,
        timeout: TIMEOUT_SECONDS,
      });
    } catch (error) {
      throw new OpenIdFailure('unavailable', noteOf(error), { cause: error });
    }
  }
}

/** The message of an error and of its cause, which names the actual problem. */
function noteOf(error: unknown): string {
  const { message, cause } = error as Error;
  const addsDetail = cause instanceof Error && cause.message !== message;
  return (addsDetail ? `${message}: ${cause.message}` : message).slice(0, 300);
}
