import type { ReactNode } from 'react';
import { PageLink } from '../shell/links';
import { Logo } from '../ui/logo';

interface LoginCardProps {
  title: string;
  /** Heading, by default the title of the window. */
  heading?: string;
  description: ReactNode;
  children?: ReactNode;
}

/** A page outside of the shell, for people who are not logged in. */
export const LoginCard = ({ title, heading = title, description, children }: LoginCardProps) => (
  <main className="grid min-h-dvh min-w-0 place-items-center bg-side p-6">
    <title>{`${title} · Nameyard`}</title>
    <div className="grid w-[min(100%,400px)] gap-4 rounded-[16px] border border-line bg-card px-6 py-7 shadow-low md:p-9 [&_.inline-flex]:w-full [&_footer]:block">
      <Logo />
      <h1>{heading}</h1>
      <p className="-mt-3 max-w-[68ch] wrap-anywhere text-secondary">{description}</p>
      {children}
    </div>
  </main>
);

export const LoginLink = ({ back }: { back?: string | undefined }) => (
  <p>
    <PageLink to="/login" search={{ back }} variant="secondary" label="Go to the login page" />
  </p>
);
