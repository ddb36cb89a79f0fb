import { Tooltip } from '@base-ui/react/tooltip';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  small?: boolean;
  /** Disables the button and shows a spinner. */
  busy?: boolean;
  icon?: LucideIcon;
}

export function Button({ variant, small, busy, icon: Icon, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, small, className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <span className="spinner" aria-hidden /> : Icon && <Icon size={16} />}
      <span>{children}</span>
    </button>
  );
}

/** Class names of a button, for links that look like one. */
export const buttonClass = (variant: ButtonProps['variant'] = 'secondary', small = false, className = '') =>
  `button button-${variant} ${small ? 'button-small' : ''} ${className}`.trim();

/** A button without text; `label` is its accessible name and its tooltip. */
export function IconButton({ label, icon: Icon, className = '', ...rest }: ButtonProps & { label: string }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={<button type="button" {...rest} />}
        aria-label={label}
        className={`icon-button ${className}`}
      >
        {Icon && <Icon size={15} />}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="layer">
          <Tooltip.Popup className="tooltip">{label}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
