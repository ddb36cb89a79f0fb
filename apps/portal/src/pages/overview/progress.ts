import type { OverviewView } from '../../api/types';

const ORDER = ['key', 'request', 'registration', 'receiver'] as const;

/** How far a tenant has come on its way to the first webhook. */
export function progressOf(overview: OverviewView) {
  const done = {
    key: overview.keys > 0,
    request: overview.first_request_at !== null,
    registration: overview.first_registration_at !== null,
    receiver: overview.receivers > 0,
  };
  return { done, next: ORDER.find(name => !done[name]), of: ORDER.length };
}
