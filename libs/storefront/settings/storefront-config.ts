import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PathTenant } from '#identity/access';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { Database, notification, NOTIFY } from '#platform/database';
import { HostDirectory } from '#tenancy';
import { type Accents, accentsIn } from '../brand/accents.js';
import type { Theme } from '../brand/palette.js';
import { commonProperties, propertiesIn } from '../brand/stylesheet.js';
import type { AccentsView, LogoContent, StorefrontPreview, StorefrontView, ThemesView } from '../contract.js';
import { checkLogo } from '../logo/check-logo.js';
import type { Brand } from '../model/brand.js';
import { LogoNotFound } from '../model/errors.js';
import { type SettingsChange, StorefrontSettings } from '../model/storefront-settings.js';
import { TOPIC } from '../storage/storefront.mapping.js';
import { Storefronts } from '../storefronts.js';

/** The settings of storefronts. The pages of every process show a change within a second. */
@Injectable()
export class StorefrontConfig {
  constructor(
    private readonly database: Database,
    private readonly storefronts: Storefronts,
    private readonly hosts: HostDirectory,
    private readonly clock: Clock,
  ) {}

  async view({ id, slug }: Pick<PathTenant, 'id' | 'slug'>): Promise<StorefrontView> {
    const settings = await this.get(id);
    const { logoType, logoHash } = settings;
    return {
      access: settings.access ?? this.storefronts.defaultAccess(slug),
      code: settings.code,
      name: settings.name,
      accent: settings.accent,
      colors: themesOf(settings.accent),
      scheme: settings.scheme,
      radius: settings.radius,
      font: settings.font,
      support_url: settings.supportUrl,
      legal_links: settings.legalLinks,
      logo: logoType !== null && logoHash !== null ? { type: logoType, hash: logoHash } : null,
      hosts: await this.hosts.namesOf({ id, slug }),
    };
  }

  /** How the brand of a tenant would look with a change. */
  async preview(tenantId: string, change: Partial<Brand>): Promise<StorefrontPreview> {
    const settings = await this.get(tenantId);
    const brand = { ...settings, ...change };
    const propertiesOf = (theme: Theme) => ({ ...commonProperties(brand), ...propertiesIn(theme, brand) });
    return { colors: themesOf(brand.accent), light: propertiesOf('light'), dark: propertiesOf('dark') };
  }

  /** @throws LogoNotFound */
  async logo(tenantId: string): Promise<LogoContent> {
    const logo = await this.storefronts.logo(tenantId);
    if (!logo) throw new LogoNotFound();
    return { type: logo.type, hash: logo.hash, data: logo.body.toString('base64') };
  }

  /** @throws CodeRequired */
  async change(tenantId: string, change: SettingsChange, by: Actor): Promise<void> {
    await this.update(tenantId, by, 'storefront.change', settings => settings.change(change));
  }

  /** @throws InvalidLogo */
  async setLogo(tenantId: string, file: Buffer, by: Actor): Promise<void> {
    const logo = await checkLogo(file);
    await this.update(tenantId, by, 'storefront.set-logo', settings => settings.setLogo(logo));
  }

  /** @throws LogoNotFound */
  async removeLogo(tenantId: string, by: Actor): Promise<void> {
    await this.update(tenantId, by, 'storefront.remove-logo', settings => {
      if (settings.logoHash === null) throw new LogoNotFound();
      settings.setLogo(null);
    });
  }

  /** Without the content of the logo. */
  private async get(tenantId: string, manager: EntityManager = this.database.manager): Promise<StorefrontSettings> {
    const stored = await manager.findOneBy(StorefrontSettings, { tenantId });
    return stored ?? StorefrontSettings.defaultsOf(tenantId, this.clock.now());
  }

  /** Applies `work` to the settings, and audits the change. Concurrent changes of the tenant wait for each other. */
  private update(
    tenantId: string,
    by: Actor,
    action: string,
    work: (settings: StorefrontSettings) => void,
  ): Promise<void> {
    return this.database.transaction(async tx => {
      // An advisory lock instead of a row lock, because the first change creates the row.
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('storefront.storefronts'), hashtext($1))`, [tenantId]);
      const settings = await this.get(tenantId, tx);
      const before = settings.facts();
      work(settings);
      settings.updatedAt = this.clock.now();
      await tx.save(StorefrontSettings, settings);
      await tx.query(NOTIFY, notification(TOPIC, tenantId));
      const change = { tenantId, action, subject: tenantId, before, after: settings.facts() };
      await audit(tx, by, change, settings.updatedAt);
    });
  }
}

const themesOf = (chosen: string): ThemesView => ({
  light: viewOf(accentsIn('light', chosen), chosen),
  dark: viewOf(accentsIn('dark', chosen), chosen),
});

const viewOf = ({ accent, onAccent, accentText }: Accents, chosen: string): AccentsView => ({
  accent,
  on_accent: onAccent,
  accent_text: accentText,
  corrected: accent !== chosen || accentText !== chosen,
});
