export const SCHEMES = ['auto', 'light', 'dark'] as const;
export const RADII = ['none', 'small', 'medium', 'large'] as const;
export const FONTS = ['figtree', 'dm-sans', 'nunito', 'crimson-pro'] as const;

export type Scheme = (typeof SCHEMES)[number];
export type Radius = (typeof RADII)[number];
export type Font = (typeof FONTS)[number];

export interface LegalLink {
  label: string;
  url: string;
}

/** The look of a storefront, without its name and logo. */
export interface Brand {
  /** The accent color as the tenant chose it, `#rrggbb` in lower case. */
  accent: string;
  scheme: Scheme;
  radius: Radius;
  font: Font;
  supportUrl: string | null;
  legalLinks: LegalLink[];
}

export const DEFAULT_BRAND: Readonly<Brand> = {
  accent: '#3451c7',
  scheme: 'auto',
  radius: 'medium',
  font: 'figtree',
  supportUrl: null,
  legalLinks: [],
};
