import { Check, CheckedBy, EnumField, Field, Normalize, NullableText, Property, Trim } from '#platform/contract';
import { FONTS, type Font, type LegalLink, RADII, type Radius, type Scheme, SCHEMES } from './model/brand.js';
import {
  accentProblem,
  codeProblem,
  legalLinksProblem,
  MAX_CODE_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_LEGAL_LINKS,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
  nameProblem,
  supportUrlProblem,
} from './model/rules.js';
import { type Access, ACCESSES } from './model/storefront-settings.js';

export * from './contract/sharing.js';

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

const linksIn = (value: unknown) =>
  Array.isArray(value)
    ? value.map(link => {
        const { label, url } = (link ?? {}) as Record<string, unknown>;
        return { label: trimmed(label), url: trimmed(url) };
      })
    : value;

const LEGAL_LINKS = {
  type: 'array',
  maxItems: MAX_LEGAL_LINKS,
  items: {
    type: 'object',
    required: ['label', 'url'],
    properties: {
      label: { type: 'string', minLength: 1, maxLength: MAX_LABEL_LENGTH },
      url: { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH },
    },
  },
  description: `Legal links, shown at the bottom of each page (at most ${MAX_LEGAL_LINKS}): https, http or mailto.`,
  example: [{ label: 'Imprint', url: 'https://shop.example/imprint' }],
} as const;

const URLS = 'An https, http or mailto URL';

/** An optional text; an empty string removes the setting. */
const TextSetting = (problem: (value: unknown) => string | undefined, options: object) =>
  Field({ optional: true, allowsBlank: true, type: String, ...options }, Trim(), CheckedBy(problem));

/** New settings of a storefront; omitted fields keep their values. */
export class StorefrontChange {
  /** Who can see the pages. */
  @EnumField({ of: ACCESSES, optional: true }) access?: Access;

  @TextSetting(codeProblem, {
    maxLength: MAX_CODE_LENGTH,
    description: 'Access code that visitors enter if `access` is `code` (4–64 characters). An empty string removes it.',
    example: 'kingfisher',
  })
  code?: string;

  @TextSetting(nameProblem, {
    maxLength: MAX_NAME_LENGTH,
    description: 'Name in the header and in titles. An empty string means the name of the tenant.',
    example: 'Acme Domains',
  })
  name?: string;

  @Field(
    {
      optional: true,
      type: String,
      pattern: '^#[0-9a-fA-F]{6}$',
      description: 'Accent color. Where its contrast is too low, its lightness is corrected.',
      example: '#3451c7',
    },
    Normalize(lowerCase),
    CheckedBy(accentProblem),
  )
  accent?: string;

  /** Light, dark, or as the visitor's device prefers. */
  @EnumField({ of: SCHEMES, optional: true }) scheme?: Scheme;

  /** Radius of corners. */
  @EnumField({ of: RADII, optional: true }) radius?: Radius;

  /** Font of all text. */
  @EnumField({ of: FONTS, optional: true }) font?: Font;

  @TextSetting(supportUrlProblem, {
    maxLength: MAX_URL_LENGTH,
    description: `${URLS} where visitors get help. An empty string removes it.`,
    example: 'https://shop.example/help',
  })
  support_url?: string;

  @Field({ optional: true, ...(LEGAL_LINKS as object) }, Normalize(linksIn), CheckedBy(legalLinksProblem))
  legal_links?: LegalLink[];
}

export class LegalLinkView {
  /** Text of the link. @example Imprint */
  label: string;

  @Property({ description: `${URLS}.`, example: 'https://shop.example/imprint' }) url: string;
}

/** The accent color in one theme, with enough contrast. */
export class AccentsView {
  /** Fill of buttons and color of the focus ring. @example #3451c7 */
  accent: string;

  /** Text on the accent color. @example #ffffff */
  on_accent: string;

  /** Links and other accented text. @example #3451c7 */
  accent_text: string;

  /** Whether one of the colors differs from the chosen one. @example false */
  corrected: boolean;
}

export class ThemesView {
  /** Colors on a light background. */
  light: AccentsView;

  /** Colors on a dark background. */
  dark: AccentsView;
}

export class LogoView {
  /** Media type. */
  @Property({ enum: ['image/png', 'image/webp'] }) type: string;

  /** Digest of the content. @example 5f2b8a1c9d3e4f60 */
  hash: string;
}

/** The settings of a storefront. */
export class StorefrontView {
  /** Who can see the pages. */
  @Property({ enum: ACCESSES }) access: Access;

  @NullableText('Access code that visitors enter if `access` is `code`; null if there is none.', 'kingfisher')
  code: string | null;

  @NullableText('Name in the header and in titles; null means the name of the tenant.', 'Acme Domains')
  name: string | null;

  /** Chosen accent color. @example #3451c7 */
  accent: string;

  /** Accent color as the pages show it. */
  colors: ThemesView;

  /** Light, dark, or as the visitor's device prefers. */
  @Property({ enum: SCHEMES }) scheme: Scheme;

  /** Radius of corners. */
  @Property({ enum: RADII }) radius: Radius;

  /** Font of all text. */
  @Property({ enum: FONTS }) font: Font;

  @NullableText('URL where visitors get help; null if there is none.', 'https://shop.example/help')
  support_url: string | null;

  /** Legal links, in the order of the pages. */
  legal_links: LegalLinkView[];

  /** The logo; null if there is none. @example { "type": "image/png", "hash": "5f2b8a1c9d3e4f60" } */
  logo: LogoView | null;

  /** Host names that show the storefront, without ports. @example ["demo.localhost", "shop.example.com"] */
  hosts: string[];
}

const PROPERTIES = {
  type: 'object',
  additionalProperties: { type: 'string' },
  example: { background: '#ffffff', accent: '#3451c7', 'on-accent': '#ffffff' },
} as const;

/** How a brand would look. */
export class StorefrontPreview {
  /** Accent color as the pages would show it. */
  colors: ThemesView;

  @Property({ ...PROPERTIES, description: 'CSS custom properties of the light theme, without `--`.' })
  light: Record<string, string>;

  @Property({ ...PROPERTIES, description: 'CSS custom properties of the dark theme, without `--`.' })
  dark: Record<string, string>;
}

export class LogoChange {
  @Field(
    {
      type: String,
      format: 'byte',
      minLength: 1,
      description: 'Content of a PNG or WebP file of at most 256 KiB and 2,000 × 2,000 pixels, in base64.',
      example: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
    },
    Check(
      value =>
        typeof value === 'string' && value.length > 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0,
      'must be the content of a PNG or WebP file of at most 256 KiB in base64 (RFC 4648, section 4)',
    ),
  )
  data: string;
}

/** The logo with its content. */
export class LogoContent extends LogoView {
  /** Content of the file in base64, without metadata. @example UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA== */
  @Property({ format: 'byte' }) data: string;
}
