import { useQuery } from '@tanstack/react-query';
import type { RequestView, WORLDS_KEY } from '#usage/contract';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';

const WORLDS: typeof WORLDS_KEY = 'worlds';

/** Whether a request used a key of a world. The log does not record which one. */
export const isOfWorld = ({ key }: Pick<RequestView, 'key'>): boolean => key?.id === WORLDS;

/**
 * The tenant or world that a request belongs to, with its keys, orders and domains. Undefined for a world that ended more
 * than 7 days ago, and while the tenant is loaded.
 */
export function useOwner(request: Pick<RequestView, 'key' | 'world'>): string | undefined {
  const tenant = useTenant();
  const parent = useQuery(queries.tenant(tenant)).data?.parent;
  // Only the log of a permanent tenant names the world of each request.
  return isOfWorld(request) && !parent ? request.world?.tenant : tenant;
}
