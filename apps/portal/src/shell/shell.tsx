import { Dialog } from '@base-ui/react/dialog';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { BookOpen, Menu as MenuIcon, PowerOff, WifiOff, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { connection } from '../api/client';
import { queries } from '../api/queries';
import { usePageInfo } from '../ui/page';
import { OperatorsOnly } from './error-pages';
import { AccountMenu, TenantSwitcher, ThemeMenu } from './menus';
import { Nav } from './nav';
import { OpenPalette } from './palette/open-palette';
import { useIsOperator } from './session';

/** Header and navigation around every page. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const { operatorsOnly } = usePageInfo();
  const isAllowed = useIsOperator() || !operatorsOnly;
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    setIsMenuOpen(false);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <Dialog.Root open={isMenuOpen} onOpenChange={setIsMenuOpen}>
          <Dialog.Trigger className="icon-button only-narrow" aria-label="Open menu">
            <MenuIcon size={20} />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className="backdrop" />
            <Dialog.Popup className="drawer">
              <div className="drawer-head">
                <Dialog.Title className="brand-name">Nameyard</Dialog.Title>
                <Dialog.Close className="icon-button" aria-label="Close menu">
                  <X size={20} />
                </Dialog.Close>
              </div>
              <Nav />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <Link to="/" className="brand" aria-label="Nameyard, overview">
          <Logo />
          <span className="brand-name only-wide">Nameyard</span>
        </Link>
        <span className="slash only-wide" aria-hidden>
          /
        </span>
        <TenantSwitcher />
        <div className="top-end">
          <RegistrarChip />
          <OpenPalette />
          <a className="top-link only-wide" href="/docs/" target="_blank" rel="noreferrer">
            <BookOpen size={16} />
            Docs
          </a>
          <ThemeMenu />
          <AccountMenu />
        </div>
      </header>
      <aside className="side only-wide">
        <Nav />
      </aside>
      <main id="main" ref={main} tabIndex={-1}>
        <ConnectionNotice />
        <Suspense>{isAllowed ? <Outlet /> : <OperatorsOnly />}</Suspense>
      </main>
    </div>
  );
}

export const Logo = () => (
  <svg className="logo" viewBox="0 0 32 32" width="26" height="26" aria-hidden>
    <rect width="32" height="32" rx="8" />
    <path d="M10 23V9.5L22 22.5V9" />
  </svg>
);

/** Shown on all pages while the kill switch is off, because live calls then fail. */
function RegistrarChip() {
  const { data } = useQuery({ ...queries.registrar(), refetchInterval: 30_000 });
  if (data?.state !== 'off') return null;
  return (
    <Link
      to="/kill-switch"
      className="chip"
      aria-label="Live registrar is OFF"
      title="Live calls return 503. The sandbox is not affected."
    >
      <PowerOff size={14} />
      <span className="only-wide">Live registrar is OFF</span>
    </Link>
  );
}

const RETRY_MS = 3_000;

/** Shown while the server cannot be reached. Retries, and refreshes all data when the server is back. */
function ConnectionNotice() {
  const client = useQueryClient();
  const isConnected = connection.use();
  useEffect(() => {
    if (isConnected) return;
    const timer = setInterval(() => void client.refetchQueries(queries.session()), RETRY_MS);
    return () => {
      clearInterval(timer);
      void client.invalidateQueries();
    };
  }, [client, isConnected]);
  if (isConnected) return null;
  return (
    <p className="notice notice-warn" role="status">
      <WifiOff size={16} />
      <span>
        <strong>Cannot reach Nameyard.</strong> The data on this page may be outdated. Retrying…
      </span>
    </p>
  );
}
