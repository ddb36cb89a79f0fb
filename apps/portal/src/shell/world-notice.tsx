import { Link } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import type { TenantDetails } from '#tenancy/contract';
import { Banner } from '../ui/notice';
import { TimeLeft } from '../ui/time';

/** Shown on all pages of a world. */
export function WorldNotice({ tenant: { parent, expires_at } }: { tenant: TenantDetails }) {
  if (!parent || !expires_at) return null;
  return (
    <Banner icon={Boxes}>
      World of{' '}
      <Link to="/t/$tenant/worlds" params={{ tenant: parent.slug }}>
        {parent.name}
      </Link>{' '}
      · ends in <TimeLeft at={expires_at} over="a moment" />
    </Banner>
  );
}
