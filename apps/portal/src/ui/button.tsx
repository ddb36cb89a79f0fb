import { Tooltip } from '@base-ui/react/tooltip';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  small?: boolean;
  /** At work: it keeps its words and its width. */
  busy?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'secondary', small, busy, icon, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, small, className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <span className="spinner" aria-hidden /> : icon}
      <span>{children}</span>
    </button>
  );
}

/** For links that look like buttons. */
export const buttonClass = (variant: ButtonProps['variant'] = 'secondary', small = false, more = '') =>
  `button button-${variant} ${small ? 'button-small' : ''} ${more}`.trim();

/** An icon that does something; its name is its tooltip too. */
export function IconButton({ label, children, className = '', ...rest }: ButtonProps & { label: string }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={<button type="button" {...rest} />}
        aria-label={label}
        className={`icon-button ${className}`}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="layer">
          <Tooltip.Popup className="tooltip">{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
