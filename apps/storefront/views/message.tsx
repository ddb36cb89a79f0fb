import type { ComponentChildren } from 'preact';

/** A message about the page as a whole. */
export const Alert = ({ kind = 'error', children }: { kind?: 'error' | 'note'; children: ComponentChildren }) => (
  <div class={`alert ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
    {children}
  </div>
);
