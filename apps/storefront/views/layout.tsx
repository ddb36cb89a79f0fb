import type { ComponentChildren } from 'preact';
import type { Storefront } from '#storefront';
import type { AssetPaths } from '../assets.js';

/** What each page shows around its content. */
export interface Frame {
  storefront: Storefront;
  assets: AssetPaths;
  /** Path of the current page, for the navigation. */
  path: string;
  isDeveloper: boolean;
  /** Whether the visitor can use the pages of the navigation. */
  isAdmitted: boolean;
}

const PAGES = [
  { path: '/', name: 'Search' },
  { path: '/domains', name: 'Your domains' },
];

interface LayoutProps {
  frame: Frame;
  title: string;
  children: ComponentChildren;
}

/** A whole page. It is complete without the script, which only updates parts of it. */
export const Layout = ({ frame, title, children }: LayoutProps) => (
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
    </head>
    <body>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Banner />
      <Header {...frame} />
      <main id="content">{children}</main>
      <Footer {...frame} />
    </body>
  </html>
);

/** Every page has it, whatever the brand is. */
export const Banner = () => (
  <aside class="banner" aria-label="Notice">
    Sandbox – nothing is charged or registered
  </aside>
);

const Header = ({ storefront, assets, path, isAdmitted }: Frame) => (
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
