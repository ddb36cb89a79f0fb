import { Module } from '@nestjs/common';
import { TenancyModule } from '#tenancy';
import { AuditPortalController } from './audit/audit.portal.controller.js';
import { ListAudit } from './audit/list-audit.js';
import { ChangePassword } from './login/change-password.js';
import { HashQueue } from './login/hash-queue.js';
import { KnownDevices } from './login/known-devices.js';
import { LogIn } from './login/log-in.js';
import { LoginLimits } from './login/login-limits.js';
import { LogOut } from './login/log-out.js';
import { Passwords } from './login/passwords.js';
import { SessionPortalController } from './login/session.portal.controller.js';
import { PeoplePortalController } from './people/people.portal.controller.js';
import { People } from './people/people.js';
import { ViewPeople } from './people/view-people.js';
import { PersonGuard } from './person.guard.js';
import { AccountRepository } from './storage/account.repository.js';

/** Manages accounts; used by the command line as well. */
@Module({
  imports: [TenancyModule],
  providers: [People, ViewPeople, Passwords, HashQueue, LoginLimits, AccountRepository],
  exports: [People, ViewPeople, Passwords, AccountRepository],
})
export class AccountsModule {}

/** Logs people in; for the process that serves the portal. */
@Module({
  imports: [AccountsModule, TenancyModule],
  controllers: [SessionPortalController, PeoplePortalController, AuditPortalController],
  providers: [PersonGuard, LogIn, LogOut, ChangePassword, KnownDevices, ListAudit],
  exports: [PersonGuard],
})
export class LoginModule {}
