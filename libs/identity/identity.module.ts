import { Module } from '@nestjs/common';
import { KeyGuardModule } from '#api-keys';
import { TenancyModule } from '#tenancy';
import { AuditPortalController } from './audit/audit.portal.controller.js';
import { ListAudit } from './audit/list-audit.js';
import { FactorsPortalController } from './factors/factors.portal.controller.js';
import { Factors } from './factors/factors.js';
import { LogInWithPasskey } from './factors/log-in-with-passkey.js';
import { PasskeyChallenges } from './factors/passkey-challenges.js';
import { Passkeys } from './factors/passkeys.js';
import { PasskeysPortalController } from './factors/passkeys.portal.controller.js';
import { Totp } from './factors/totp.js';
import { Links } from './links/links.js';
import { LinksPortalController } from './links/links.portal.controller.js';
import { ConfirmPerson } from './login/confirm-person.js';
import { ConfirmationPortalController } from './login/confirmation.portal.controller.js';
import { FailedLogins } from './login/failed-logins.js';
import { HashQueue } from './login/hash-queue.js';
import { LoginLimits } from './login/login-limits.js';
import { Logins } from './login/logins.js';
import { OpenSession } from './login/open-session.js';
import { Passwords } from './login/passwords.js';
import { PendingLogins } from './login/pending-logins.js';
import { Sessions } from './login/sessions.js';
import { SessionPortalController } from './login/session.portal.controller.js';
import { Identities } from './openid/identities.js';
import { LoginMethodsPortalController } from './openid/login-methods.portal.controller.js';
import { OpenIdController } from './openid/openid.controller.js';
import { OpenIdProvider } from './openid/provider.js';
import { PeoplePortalController } from './people/people.portal.controller.js';
import { People } from './people/people.js';
import { TenantAccess } from './people/tenant-access.js';
import { PersonGuard } from './person.guard.js';
import { AccountRepository } from './storage/account.repository.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { AuthenticateToken } from './tokens/authenticate-token.js';
import { TokensPortalController } from './tokens/tokens.portal.controller.js';

const services = [
  People,
  TenantAccess,
  Factors,
  Links,
  Identities,
  Passwords,
  LoginLimits,
  AccessTokens,
  AccountRepository,
];

/** Manages accounts; used by the command line as well. */
@Module({ imports: [TenancyModule], providers: [...services, HashQueue], exports: services })
export class IdentityModule {}

/** Logs people in; for the process that serves the portal. */
@Module({
  imports: [IdentityModule, KeyGuardModule, TenancyModule],
  controllers: [
    SessionPortalController,
    ConfirmationPortalController,
    FactorsPortalController,
    PasskeysPortalController,
    LoginMethodsPortalController,
    OpenIdController,
    PeoplePortalController,
    LinksPortalController,
    AuditPortalController,
    TokensPortalController,
  ],
  providers: [
    PersonGuard,
    AuthenticateToken,
    Logins,
    OpenIdProvider,
    FailedLogins,
    OpenSession,
    PendingLogins,
    ConfirmPerson,
    Sessions,
    Totp,
    Passkeys,
    PasskeyChallenges,
    LogInWithPasskey,
    ListAudit,
  ],
  exports: [PersonGuard],
})
export class LoginModule {}
