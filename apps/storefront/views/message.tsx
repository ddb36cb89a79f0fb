import type { ComponentChildren } from 'preact';

/** An error that is not about a single field. */
export const Alert = ({ children }: { children: ComponentChildren }) => (
  <div class="alert" role="alert">
    {children}
  </div>
);
