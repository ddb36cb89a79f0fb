import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonProps } from '../ui/button';

type AnchorProps = ComponentProps<'a'> & { label: ReactNode } & Pick<ButtonProps, 'variant' | 'small'>;

const Anchor = ({ label, variant, small, className, ...anchor }: AnchorProps) => (
  <a {...anchor} className={variant ? buttonClass(variant, { small, className }) : className}>
    {label}
  </a>
);

/** A link to a page of the portal. With a `variant` it looks like a button. */
export const PageLink = createLink(Anchor);

/** A link to a page of the tenant in the address, such as `./keys`. */
export const TenantLink = (props => <PageLink from="/t/$tenant" {...props} />) as LinkComponent<
  typeof Anchor,
  '/t/$tenant'
>;
