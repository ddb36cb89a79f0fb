import { Module } from '@nestjs/common';
import { KeyGuardModule } from '#api-keys';
import { TenancyModule } from '#tenancy';
import { AuditPortalController } from './audit/audit.portal.controller.js';
import { ListAudit } from './audit/list-audit.js';
import { FactorsPortalController } from './factors/factors.portal.controller.js';
import { FinishLogin } from './factors/finish-login.js';
import { LogInWithPasskey } from './factors/log-in-with-passkey.js';
import { PasskeyChallenges } from './factors/passkey-challenges.js';
import { Passkeys } from './factors/passkeys.js';
import { PasskeysPortalController } from './factors/passkeys.portal.controller.js';
import { ResetFactors } from './factors/reset-factors.js';
import { SecondFactors } from './factors/second-factors.js';
import { Totp } from './factors/totp.js';
import { TotpSecrets } from './factors/totp-secrets.js';
import { ViewFactors } from './factors/view-factors.js';
import { Links } from './links/links.js';
import { LinksPortalController } from './links/links.portal.controller.js';
import { MailLink } from './links/mail-link.js';
import { UseLink } from './links/use-link.js';
import { ChangePassword } from './login/change-password.js';
import { ConfirmPerson } from './login/confirm-person.js';
import { ConfirmationPortalController } from './login/confirmation.portal.controller.js';
import { FailedLogins } from './login/failed-logins.js';
import { HashQueue } from './login/hash-queue.js';
import { KnownDevices } from './login/known-devices.js';
import { LogIn } from './login/log-in.js';
import { LoginLimits } from './login/login-limits.js';
import { LogOut } from './login/log-out.js';
import { OpenSession } from './login/open-session.js';
import { Passwords } from './login/passwords.js';
import { PendingLogins } from './login/pending-logins.js';
import { Sessions } from './login/sessions.js';
import { SessionPortalController } from './login/session.portal.controller.js';
import { Identities } from './openid/identities.js';
import { LogInWithOpenId } from './openid/log-in-with-openid.js';
import { LoginMethodsPortalController } from './openid/login-methods.portal.controller.js';
import { OpenIdController } from './openid/openid.controller.js';
import { OpenIdProvider } from './openid/provider.js';
import { PeoplePortalController } from './people/people.portal.controller.js';
import { People } from './people/people.js';
import { TenantAccess } from './people/tenant-access.js';
import { ViewPeople } from './people/view-people.js';
import { PersonGuard } from './person.guard.js';
import { AccessTokenRepository } from './storage/access-token.repository.js';
import { AccountRepository } from './storage/account.repository.js';
import { LinkRepository } from './storage/link.repository.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { AuthenticateToken } from './tokens/authenticate-token.js';
import { TokensPortalController } from './tokens/tokens.portal.controller.js';

/** Manages accounts; used by the command line as well. */
@Module({
  imports: [TenancyModule],
  providers: [
    People,
    TenantAccess,
    ViewPeople,
    ResetFactors,
    Links,
    MailLink,
    Identities,
    Passwords,
    HashQueue,
    LoginLimits,
    AccessTokens,
    AccessTokenRepository,
    AccountRepository,
    LinkRepository,
  ],
  exports: [
    People,
    TenantAccess,
    ViewPeople,
    ResetFactors,
    Links,
    MailLink,
    Identities,
    Passwords,
    LoginLimits,
    AccessTokens,
    AccountRepository,
    LinkRepository,
  ],
})
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
    LogIn,
    LogInWithOpenId,
    OpenIdProvider,
    FailedLogins,
    UseLink,
    OpenSession,
    PendingLogins,
    ConfirmPerson,
    Sessions,
    SecondFactors,
    FinishLogin,
    Totp,
    TotpSecrets,
    Passkeys,
    PasskeyChallenges,
    LogInWithPasskey,
    ViewFactors,
    LogOut,
    ChangePassword,
    KnownDevices,
    ListAudit,
  ],
  exports: [PersonGuard],
})
export class LoginModule {}
