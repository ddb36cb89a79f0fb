import type { ComponentChildren } from 'preact';
import type { Storefront } from '#storefront';
import type { AssetPaths } from '../assets.js';

/** Data of the header, navigation and footer of a page. */
export interface Frame {
  storefront: Storefront;
  assets: AssetPaths;
  /** Path of the current page, for the navigation. */
  path: string;
  /** The domain in the basket. */
  basket: string | undefined;
  isDeveloper: boolean;
  /** Whether the visitor can use the pages of the navigation. */
  isAdmitted: boolean;
}

const PAGES = [
  { path: '/', name: 'Search' },
  { path: '/domains', name: 'Your domains' },
];

/** Interval of reloads: long enough not to exhaust rate limits when visitors wait for days, or have many tabs. */
const REFRESH_SECONDS = 30;

interface LayoutProps {
  frame: Frame;
  title: string;
  /** Whether the content will change. Then browsers without JavaScript reload the page. */
  isChanging?: boolean;
  children: ComponentChildren;
}

/** A complete page. It works without the script, which only updates parts of the page. */
export const Layout = ({ frame, title, isChanging, children }: LayoutProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <title>{`${title} – ${frame.storefront.name}`}</title>
      <link rel="icon" href={frame.assets.icon} />
      <link rel="stylesheet" href={frame.assets.brand} />
      <link rel="stylesheet" href={frame.assets.style} />
      <script src={frame.assets.script} defer />
      {isChanging && (
        <noscript>
          <meta http-equiv="refresh" content={String(REFRESH_SECONDS)} />
        </noscript>
      )}
    </head>
    <body>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Banner />
      <Header {...frame} />
      <main id="content">{children}</main>
      <Trust {...frame} />
      <Footer {...frame} />
    </body>
  </html>
);

/** Shown on every page, independent of the brand. */
export const Banner = () => (
  <aside class="banner" aria-label="Notice">
    Sandbox – nothing is charged or registered
  </aside>
);

/** Tells visitors that this is a demo shop; independent of the brand. */
const Trust = ({ storefront }: Frame) => (
  <aside class="trust" aria-label="About this shop">
    <p>
      <b>Demo shop.</b> Names are registered in a test registry only.
    </p>
    <p>
      <b>Simulated payment.</b> It asks for no card, and charges nothing.
    </p>
    <p>
      <b>Run by {storefront.name}</b> with Nameyard, a sandbox for domain registration.
    </p>
  </aside>
);

const Header = ({ storefront, assets, path, basket, isAdmitted }: Frame) => (
  <header>
    <a class="brand" href="/">
      {assets.logo ? <img src={assets.logo} alt={storefront.name} height="36" /> : storefront.name}
    </a>
    {isAdmitted && (
      <nav aria-label="Main">
        {PAGES.map(page => (
          <a key={page.path} href={page.path} aria-current={page.path === path ? 'page' : undefined}>
            {page.name}
          </a>
        ))}
        {basket && (
          <a href={`/order?domain=${basket}`} aria-current={path === '/order' ? 'page' : undefined}>
            Basket <span class="count">1</span>
            <span class="hidden"> domain: {basket}</span>
          </a>
        )}
      </nav>
    )}
  </header>
);

const Footer = ({ storefront: { name, brand }, isDeveloper }: Frame) => {
  const support = brand.supportUrl === null ? [] : [{ label: 'Support', url: brand.supportUrl }];
  const links = [...support, ...brand.legalLinks];
  return (
    <footer>
      <p>{name}</p>
      {links.length > 0 && (
        <ul>
          {links.map(({ label, url }) => (
            <li key={url}>
              <a href={url}>{label}</a>
            </li>
          ))}
        </ul>
      )}
      {isDeveloper && <p>You see this storefront as one of its developers.</p>}
    </footer>
  );
};
