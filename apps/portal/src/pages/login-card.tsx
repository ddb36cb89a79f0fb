import type { ReactNode } from 'react';
import { Logo } from '../shell/shell';

/** A page outside of the shell, for people who are not logged in. */
export const LoginCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="login">
    <title>{`${title} · Nameyard`}</title>
    <div className="login-card">
      <Logo />
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);
