import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OpenToAll } from '#identity/access';
import { Clock } from '#platform/process/clock';
import { HostCookie } from '#platform/http';
import { type Logger, LOGGER } from '#platform/observability/log';
import { Secrets } from '#platform/security/secrets';
import { clientOf, setLoginCookies } from '../login/cookies.js';
import { Logins } from '../login/logins.js';
import { LoginFailed, SecondFactorRequired } from '../model/errors.js';
import { OpenIdFailure } from './failure.js';
import { type OpenIdAttempt, type OpenIdClaims, OpenIdProvider } from './provider.js';

const ATTEMPT_SECONDS = 600;
const PURPOSE = 'identity openid attempt';
const MAX_BACK_LENGTH = 1_000;

/** State, nonce and PKCE verifier of the login that this browser has started, sealed. */
const attemptCookie = new HostCookie('nameyard_openid', ATTEMPT_SECONDS);

interface StoredAttempt extends OpenIdAttempt {
  /** Path of the portal to return to. */
  back: string | undefined;
  expires: number;
}

/** Pages that browsers visit on their way to the OpenID Connect provider and back. Each redirects, even on `OpenIdFailure`. */
@ApiExcludeController()
@Controller('portal/openid')
export class OpenIdController {
  constructor(
    private readonly provider: OpenIdProvider,
    private readonly logins: Logins,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('start')
  @OpenToAll()
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.header('Cache-Control', 'no-store');
    if (this.provider.name === undefined) return redirect(reply, '/portal/login');
    const { back } = request.query as { back?: unknown };
    try {
      const { url, attempt } = await this.provider.authorizationUrl(callbackOf(request).href);
      const expires = this.clock.millis() + ATTEMPT_SECONDS * 1_000;
      const stored: StoredAttempt = { ...attempt, back: pathIn(back), expires };
      attemptCookie.set(reply, this.secrets.sealToken(JSON.stringify(stored), PURPOSE));
      redirect(reply, url.href);
    } catch (error) {
      await this.fail(reply, error);
    }
  }

  @Get('callback')
  @OpenToAll()
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    void reply.header('Cache-Control', 'no-store');
    if (this.provider.name === undefined) return redirect(reply, '/portal/login');
    let attempt: StoredAttempt | undefined;
    let claims: OpenIdClaims | undefined;
    try {
      attempt = this.attemptOf(request);
      attemptCookie.clear(reply);
      claims = await this.provider.claimsFor(new URL(request.url, callbackOf(request)), attempt);
      setLoginCookies(reply, await this.logins.withOpenId(claims, clientOf(request)));
      redirect(reply, pageWith('/portal/logged-in', { back: attempt.back }));
    } catch (error) {
      if (error instanceof SecondFactorRequired) return askForCode(reply, error, attempt?.back);
      await this.fail(reply, error, claims);
    }
  }

  /** Redirects to a page that explains an `OpenIdFailure`. Throws other errors, which are failures of the service. */
  private async fail(reply: FastifyReply, cause: unknown, claims?: OpenIdClaims): Promise<void> {
    // The account was disabled, or got other credentials, during the login.
    const error = cause instanceof LoginFailed ? new OpenIdFailure('account_changed', 'the account changed') : cause;
    if (!(error instanceof OpenIdFailure)) throw error;
    const { reason, note } = error;
    this.logger.warn({ reason, note }, 'login with OpenID Connect failed');
    // Without claims of the provider, any visitor could fill the audit log.
    if (claims) await this.logins.recordFailure(error, claims.email, clientOf(reply.request));
    redirect(reply, `/portal/login-failed?reason=${reason}`);
  }

  /** @throws OpenIdFailure without a valid cookie */
  private attemptOf(request: FastifyRequest): StoredAttempt {
    const text = this.secrets.tryOpen(attemptCookie.read(request), PURPOSE);
    const attempt = text && (JSON.parse(text) as StoredAttempt);
    if (!attempt || attempt.expires <= this.clock.millis()) throw new OpenIdFailure('expired', 'no login was started');
    return attempt;
  }
}

const callbackOf = ({ protocol, host }: FastifyRequest): URL => new URL(`${protocol}://${host}/portal/openid/callback`);

/** Redirects to the second step of the login, with the cookie of the pending login. */
function askForCode(reply: FastifyReply, { extras }: SecondFactorRequired, back: string | undefined): void {
  redirect(reply.headers(extras.headers ?? {}), pageWith('/portal/login', { step: 'code', back }));
}

function pageWith(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

const redirect = (reply: FastifyReply, url: string): void => void reply.redirect(url, 303);

/** Accepts only paths of this host; other addresses would be open redirects. */
const pathIn = (back: unknown): string | undefined =>
  typeof back === 'string' && back.length <= MAX_BACK_LENGTH && /^\/(?![/\\])/.test(back) ? back : undefined;
