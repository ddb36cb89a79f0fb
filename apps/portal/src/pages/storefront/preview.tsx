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
    <div className="grid gap-4 max-lg:grid-cols-[repeat(auto-fit,minmax(min(100%,300px),1fr))]">
      {themes.map(theme => (
        <figure key={theme}>
          <figcaption className="mb-1.5 text-sm text-muted">{LABELS[theme]}</figcaption>
          <div
            className="overflow-hidden rounded-lg border border-line bg-page font-[family-name:var(--font)] text-xs/normal font-normal text-primary"
            style={styleOf(theme, properties[theme])}
            data-testid={`preview-${theme}`}
          >
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

const BAR = 'flex flex-wrap items-center justify-between gap-x-3.5 gap-y-1 border-line px-3.5 py-2.5 wrap-anywhere';
const BUTTON =
  'inline-flex flex-none items-center gap-1.25 rounded-md bg-accent px-3.5 py-1.5 font-semibold text-(--on-accent)';
const LINK = 'text-(--accent-text) underline underline-offset-[0.15em]';

/** Links and controls are plain text, because nothing happens in the preview. */
const MockPage = ({ brand: { name, logo, support_url, legal_links } }: { brand: Brand }) => (
  <>
    <p className="bg-primary px-3.5 py-1 text-center text-[11px] text-page">
      Sandbox – nothing is charged or registered
    </p>
    <div className={`${BAR} border-b text-base`}>
      {logo ? <LogoImage small hash={logo.hash} label={name} /> : <strong>{name}</strong>}
      <span className="flex gap-3 text-xs text-muted">
        <span className="border-b-2 border-accent text-primary">Search</span> <span>Domains</span>
      </span>
    </div>
    <div className="p-3.5">
      <p className="mb-2.5 text-xl leading-[1.2] font-semibold">Results for my-shop</p>
      <div className="flex gap-1.5">
        <span className="min-w-0 flex-1 rounded-md border border-control px-2.5 py-1.5">my-shop</span>
        <span className={BUTTON}>
          <Search size={14} aria-hidden /> Search
        </span>
      </div>
      <div className="flex items-center justify-between gap-3.5 border-b border-line py-2.5">
        <span>
          <strong>my-shop.com</strong>{' '}
          <span className="rounded-full border border-current px-1.75 text-[11px] whitespace-nowrap text-ok">
            Available
          </span>
          <span className="block text-muted">$11.99 first year</span>
        </span>
        <span className={BUTTON}>Order</span>
      </div>
      <p className={`mt-2.5 ${LINK}`}>Other endings</p>
    </div>
    <div className={`${BAR} border-t text-[11.5px] text-muted`}>
      <span>{name}</span>
      <span className="flex flex-wrap gap-x-3 gap-y-0.5">
        {support_url && <span className={LINK}>Support</span>}
        {legal_links.map(({ label }, index) => (
          // Links have no ID.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={LINK}>
            {label}
          </span>
        ))}
      </span>
    </div>
  </>
);
