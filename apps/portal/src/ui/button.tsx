import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  label: ReactNode;
  variant?: keyof typeof VARIANTS;
  small?: boolean;
  /** Disables the button and shows a spinner. */
  busy?: boolean;
  icon?: LucideIcon;
}

export function Button({ label, variant, small, busy, icon: Icon, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, { small, className })}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <span className={spinnerClass} aria-hidden /> : Icon && <Icon size={16} />}
      <span>{label}</span>
    </button>
  );
}

const BUTTON =
  'inline-flex items-center justify-center gap-1.75 rounded-md border leading-[1.2] font-medium whitespace-nowrap no-underline transition-[background-color,border-color] duration-120 disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-100 max-md:min-h-10';

const VARIANTS = {
  primary:
    'border-transparent bg-strong text-on-strong not-disabled:hover:bg-[color-mix(in_srgb,var(--strong)_86%,var(--background))]',
  secondary: 'border-line-strong bg-card text-primary shadow-low not-disabled:hover:bg-hover',
  ghost: 'border-transparent text-secondary not-disabled:hover:bg-hover',
  danger:
    'border-transparent bg-bad-strong text-white not-disabled:hover:bg-[color-mix(in_srgb,var(--bad-strong)_88%,#000)]',
};

export const spinnerClass = 'size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent';

/** Class names of a button, for links that look like one. */
export const buttonClass = (variant: ButtonProps['variant'] = 'secondary', { small = false, className = '' } = {}) =>
  `${BUTTON} ${VARIANTS[variant]} ${small ? 'min-h-7.5 px-2.5 text-sm' : 'min-h-9 px-3.5'} ${className}`;

/** Class names of a button without text. */
export const iconButtonClass = (size = 'size-8 max-md:min-h-10 max-md:min-w-10') =>
  `inline-flex items-center justify-center rounded-md text-muted hover:bg-hover hover:text-primary data-popup-open:bg-hover data-popup-open:text-primary ${size}`;
