import { Injectable } from '@nestjs/common';
import { type Actor } from '#platform/security/audit';
import { checkLogo } from '../logo/check-logo.js';
import { LogoNotFound } from '../model/errors.js';
import type { SettingsChange } from '../model/storefront-settings.js';
import { StorefrontRepository } from '../storage/storefront.repository.js';

/** Changes the storefront of a tenant. The pages of every process show the change within a second. */
@Injectable()
export class ChangeStorefront {
  constructor(private readonly storefronts: StorefrontRepository) {}

  /** @throws CodeRequired */
  async execute(tenantId: string, change: SettingsChange, by: Actor): Promise<void> {
    await this.storefronts.change(tenantId, by, 'storefront.change', settings => settings.change(change));
  }

  /** @throws InvalidLogo */
  async setLogo(tenantId: string, file: Buffer, by: Actor): Promise<void> {
    const logo = await checkLogo(file);
    await this.storefronts.change(tenantId, by, 'storefront.set-logo', settings => settings.setLogo(logo));
  }

  /** @throws LogoNotFound */
  async removeLogo(tenantId: string, by: Actor): Promise<void> {
    await this.storefronts.change(tenantId, by, 'storefront.remove-logo', settings => {
      if (settings.logoHash === null) throw new LogoNotFound();
      settings.setLogo(null);
    });
  }
}
