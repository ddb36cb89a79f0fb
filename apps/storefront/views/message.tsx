import type { ComponentChildren } from 'preact';

/** An error that concerns the page as a whole. */
export const Alert = ({ children }: { children: ComponentChildren }) => (
  <div class="alert" role="alert">
    {children}
  </div>
);
