import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { BookOpen, Menu as MenuIcon, PowerOff, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { q } from '../api/queries';
import { Connection } from './connection';
import { AccountMenu, ThemeMenu } from './menus';
import { Nav } from './nav';
import { TenantSwitcher } from './tenant-switcher';

/** What is around every page: where one is, where one can go, and whether the live registrar is off. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setIsOpen(false);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="top">
        <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
          <Dialog.Trigger className="icon-button only-narrow" aria-label="Open the menu">
            <MenuIcon size={20} aria-hidden />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className="backdrop" />
            <Dialog.Popup className="drawer">
              <div className="drawer-head">
                <Dialog.Title className="brand-name">Nameyard</Dialog.Title>
                <Dialog.Close className="icon-button" aria-label="Close the menu">
                  <X size={20} aria-hidden />
                </Dialog.Close>
              </div>
              <Nav />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <Link to="/" className="brand" aria-label="Nameyard, overview">
          <Mark />
          <span className="brand-name only-wide">Nameyard</span>
        </Link>
        <span className="slash only-wide" aria-hidden>
          /
        </span>
        <TenantSwitcher />
        <div className="top-end">
          <RegistrarChip />
          <a className="top-link only-wide" href="/docs" target="_blank" rel="noreferrer">
            <BookOpen size={16} aria-hidden />
            API reference
          </a>
          <ThemeMenu />
          <AccountMenu />
        </div>
      </header>
      <aside className="side only-wide">
        <Nav />
      </aside>
      <main id="main" ref={main} tabIndex={-1}>
        <Connection />
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}

export const Mark = () => (
  <svg className="mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden>
    <rect width="32" height="32" rx="8" />
    <path d="M10 23V9.5L22 22.5V9" />
  </svg>
);

/** Shown while live calls are refused, so that nobody looks for another cause. */
function RegistrarChip() {
  const { data } = useQuery({ ...q.registrar(), refetchInterval: 30_000 });
  if (data?.state !== 'off') return null;
  return (
    <Link
      to="/kill-switch"
      className="chip"
      aria-label="Live registrar is OFF"
      title="Live calls get 503. The sandbox works as usual."
    >
      <PowerOff size={14} aria-hidden />
      <span className="only-wide">Live registrar is OFF</span>
    </Link>
  );
}
