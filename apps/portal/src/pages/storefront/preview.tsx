import { Search } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { LogoView, StorefrontPreview, StorefrontView } from '#storefront/contract';
import { LogoImage } from './logo';

type Brand = Pick<StorefrontView, 'scheme' | 'legal_links'> & {
  name: string;
  support_url: string;
  logo: LogoView | null;
};

const LABELS = { light: 'Light pages', dark: 'Dark pages' };

/** Small models of the search page, in the schemes that visitors can see. */
export function Preview({ properties, brand }: { properties: StorefrontPreview; brand: Brand }) {
  const themes = brand.scheme === 'auto' ? (['light', 'dark'] as const) : [brand.scheme];
  return (
    <div className="mocks">
      {themes.map(theme => (
        <figure key={theme}>
          <figcaption className="faint">{LABELS[theme]}</figcaption>
          <div className="mock" style={styleOf(theme, properties[theme])} data-testid={`preview-${theme}`}>
            <MockPage brand={brand} />
          </div>
        </figure>
      ))}
    </div>
  );
}

const styleOf = (colorScheme: string, properties: Record<string, string>): CSSProperties => ({
  colorScheme,
  ...Object.fromEntries(Object.entries(properties).map(([name, value]) => [`--${name}`, value])),
});

/** Links and controls are plain text, because nothing happens in the preview. */
const MockPage = ({ brand: { name, logo, support_url, legal_links } }: { brand: Brand }) => (
  <>
    <p className="mock-banner">Sandbox – nothing is charged or registered</p>
    <div className="mock-head">
      {logo ? <LogoImage hash={logo.hash} label={name} /> : <strong>{name}</strong>}
      <span className="mock-nav">
        <span>Search</span> <span>Domains</span>
      </span>
    </div>
    <div className="mock-body">
      <p className="mock-title">Results for my-shop</p>
      <div className="mock-search">
        <span className="mock-input">my-shop</span>
        <span className="mock-button">
          <Search size={14} aria-hidden /> Search
        </span>
      </div>
      <div className="mock-offer">
        <span>
          <strong>my-shop.com</strong> <span className="mock-badge">Available</span>
          <span className="mock-price">$11.99 first year</span>
        </span>
        <span className="mock-button">Order</span>
      </div>
      <p className="mock-link">Other endings</p>
    </div>
    <div className="mock-foot">
      <span>{name}</span>
      <span className="mock-links">
        {support_url && <span className="mock-link">Support</span>}
        {legal_links.map(({ label }, index) => (
          // Links have no ID.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className="mock-link">
            {label}
          </span>
        ))}
      </span>
    </div>
  </>
);
