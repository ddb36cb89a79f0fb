import { type Brand, DEFAULT_BRAND, type Font, type LegalLink, type Radius, type Scheme } from './brand.js';
import { CodeRequired } from './errors.js';

export const ACCESSES = ['public', 'code', 'off'] as const;
export type Access = (typeof ACCESSES)[number];

/** New values; omitted settings are unchanged. `rules.ts` validates each value. */
export interface SettingsChange extends Partial<Omit<Brand, 'supportUrl'>> {
  access?: Access;
  /** An empty string removes the code, name or support URL. */
  code?: string;
  name?: string;
  supportUrl?: string;
}

export interface Logo {
  body: Buffer;
  /** Media type. */
  type: string;
  /** Part of the URL, so that the image can be cached forever. */
  hash: string;
}

/** Settings of a tenant's storefront. */
export class StorefrontSettings implements Brand {
  tenantId: string;
  /** Null: the default of the installation. */
  access: Access | null;
  /** The access code that visitors enter if `access` is `code`. */
  code: string | null;
  /** Null: the name of the tenant. */
  name: string | null;
  accent: string;
  scheme: Scheme;
  radius: Radius;
  font: Font;
  supportUrl: string | null;
  legalLinks: LegalLink[];
  /** Undefined if it was not loaded. */
  logo?: Buffer | null;
  logoType: string | null;
  logoHash: string | null;
  updatedAt: Date;

  static defaultsOf(tenantId: string, at: Date): StorefrontSettings {
    return Object.assign(new StorefrontSettings(), {
      tenantId,
      access: null,
      code: null,
      name: null,
      ...DEFAULT_BRAND,
      logoType: null,
      logoHash: null,
      updatedAt: at,
    });
  }

  /** @throws CodeRequired */
  change({ code, name, supportUrl, ...change }: SettingsChange): void {
    for (const [field, value] of Object.entries(change))
      if (value !== undefined) Object.assign(this, { [field]: value });
    if (code !== undefined) this.code = code || null;
    if (name !== undefined) this.name = name || null;
    if (supportUrl !== undefined) this.supportUrl = supportUrl || null;
    if (this.access === 'code' && this.code === null) throw new CodeRequired();
  }

  setLogo(logo: Logo | null): void {
    Object.assign(this, { logo: logo?.body ?? null, logoType: logo?.type ?? null, logoHash: logo?.hash ?? null });
  }

  /** The values for the audit log, which records only whether there is an access code. */
  facts() {
    const { access, name, accent, scheme, radius, font, supportUrl, legalLinks, logoType, logoHash } = this;
    const code = this.code === null ? null : 'set';
    const logo = logoHash === null ? null : `${logoType} ${logoHash}`;
    return { access, code, name, accent, scheme, radius, font, support_url: supportUrl, legal_links: legalLinks, logo };
  }
}
