import { Injectable } from '@nestjs/common';
import type { PathTenant } from '#identity/access';
import { HostDirectory } from '#tenancy';
import { type Accents, accentsIn, type Theme } from '../brand/accents.js';
import { commonProperties, propertiesIn } from '../brand/stylesheet.js';
import type { AccentsView, LogoContent, StorefrontPreview, StorefrontView, ThemesView } from '../contract.js';
import type { Brand } from '../model/brand.js';
import { LogoNotFound } from '../model/errors.js';
import { StorefrontRepository } from '../storage/storefront.repository.js';
import { Storefronts } from '../storefronts.js';

@Injectable()
export class FindStorefront {
  constructor(
    private readonly repository: StorefrontRepository,
    private readonly storefronts: Storefronts,
    private readonly hosts: HostDirectory,
  ) {}

  async view({ id, slug }: Pick<PathTenant, 'id' | 'slug'>): Promise<StorefrontView> {
    const settings = await this.repository.get(id);
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
    const settings = await this.repository.get(tenantId);
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
