import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { Tooltip } from '@base-ui/react/tooltip';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { BookOpen, Menu as MenuIcon, PowerOff, WifiOff, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { connection } from '../api/client';
import { queries } from '../api/queries';
import { iconButtonClass } from '../ui/button';
import { backdropClass, popupClass } from '../ui/dialog';
import { Logo } from '../ui/logo';
import { Banner } from '../ui/notice';
import { usePageInfo } from '../ui/page';
import { Toasts } from '../ui/toasts';
import { OperatorsOnly } from './error-pages';
import { AccountMenu, TenantSwitcher, ThemeMenu } from './menus';
import { Nav } from './nav';
import { OpenPalette } from './palette/open-palette';
import { useIsOperator } from './session';

const NAME = 'text-lg font-semibold tracking-[-0.01em]';

export const Shell = () => (
  <CSPProvider disableStyleElements>
    <Tooltip.Provider delay={400}>
      <Frame />
      <Toasts />
    </Tooltip.Provider>
  </CSPProvider>
);

function Frame() {
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
    <div className="grid min-h-dvh grid-cols-1 grid-rows-[var(--top)_1fr] md:grid-cols-[232px_minmax(0,1fr)]">
      <a
        className="fixed top-2 left-2 z-60 rounded-md bg-strong px-3.5 py-2 text-on-strong not-focus:[clip-path:inset(50%)]"
        href="#main"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-20 col-span-full flex items-center gap-1 border-b border-line bg-page px-3 md:gap-2 md:ps-5 md:pe-4">
        <Dialog.Root open={isMenuOpen} onOpenChange={setIsMenuOpen}>
          <Dialog.Trigger className={`${iconButtonClass()} md:hidden`} aria-label="Open menu">
            <MenuIcon size={20} />
          </Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Backdrop className={backdropClass} />
            <Dialog.Popup
              className={`inset-y-0 left-0 w-[min(288px,86vw)] p-3 transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full ${popupClass}`}
            >
              <div className="flex items-center justify-between ps-2.5 pb-2.5">
                <Dialog.Title className={NAME}>Nameyard</Dialog.Title>
                <Dialog.Close className={iconButtonClass()} aria-label="Close menu">
                  <X size={20} />
                </Dialog.Close>
              </div>
              <Nav onNavigate={() => setIsMenuOpen(false)} />
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
        <Link
          to="/"
          className="-ms-1 flex items-center gap-2.5 rounded-md p-1 text-inherit no-underline"
          aria-label="Nameyard, overview"
        >
          <Logo />
          <span className={`${NAME} max-md:hidden`}>Nameyard</span>
        </Link>
        <span className="text-[18px] text-line-strong max-md:hidden" aria-hidden>
          /
        </span>
        <TenantSwitcher />
        <div className="ms-auto flex items-center gap-1.5">
          <RegistrarChip />
          <OpenPalette />
          <a
            className="flex items-center gap-1.75 rounded-md px-2.5 py-1.5 text-secondary no-underline hover:bg-hover hover:text-primary max-md:hidden"
            href="/docs/"
            target="_blank"
            rel="noreferrer"
          >
            <BookOpen size={16} />
            Docs
          </a>
          <ThemeMenu />
          <AccountMenu />
        </div>
      </header>
      <aside className="border-e border-line bg-side max-md:hidden">
        <Nav className="sticky top-(--top) max-h-[calc(100dvh-var(--top))] overflow-y-auto px-3 py-5" />
      </aside>
      <main id="main" ref={main} className="min-w-0 px-4 pt-6 pb-16 md:px-10 md:pt-9 md:pb-20" tabIndex={-1}>
        <ConnectionNotice />
        <Suspense>{isAllowed ? <Outlet /> : <OperatorsOnly />}</Suspense>
      </main>
    </div>
  );
}

/** Shown on all pages while the live registrar is switched off. */
function RegistrarChip() {
  const { data } = useQuery({ ...queries.registrar(), refetchInterval: 30_000 });
  if (data?.state !== 'off') return null;
  return (
    <Link
      to="/kill-switch"
      className="flex items-center gap-1.5 rounded-full border border-line px-2.5 py-1 text-xs font-medium whitespace-nowrap text-secondary no-underline hover:bg-hover"
      aria-label="Live registrar is OFF"
      title="Live calls return 503. The sandbox is not affected."
    >
      <PowerOff size={14} className="text-bad" />
      <span className="max-md:hidden">Live registrar is OFF</span>
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
    <Banner tone="warn" icon={WifiOff} role="status">
      <strong>Cannot reach Nameyard.</strong> The data on this page may be outdated. Retrying…
    </Banner>
  );
}
