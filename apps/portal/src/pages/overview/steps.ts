import { linkOptions } from '@tanstack/react-router';
import type { OverviewView } from '../../api/types';

/** The first steps of a tenant, in order; each has a link to where it is done. */
export function stepsOf(overview: OverviewView, tenant: string) {
  const params = { tenant };
  const steps = [
    {
      name: 'key',
      title: 'Create an API key',
      action: 'Create a key',
      isDone: overview.keys > 0,
      link: linkOptions({ to: '/t/$tenant/keys', params, search: { new: '1' } }),
    },
    {
      name: 'request',
      title: 'Send a request',
      action: 'Try it',
      isDone: overview.first_request_at !== null,
      link: linkOptions({ to: '/t/$tenant/try', params }),
    },
    {
      name: 'registration',
      title: 'Register a domain',
      action: 'Order a domain',
      isDone: overview.first_registration_at !== null,
      link: linkOptions({ to: '/t/$tenant/try', params, search: { call: 'order' } }),
    },
    {
      name: 'receiver',
      title: 'Receive a webhook',
      action: 'Add a receiver',
      isDone: overview.receivers > 0,
      link: linkOptions({ to: '/t/$tenant/webhooks', params, search: { new: '1' } }),
    },
  ] as const;
  return { steps, next: steps.find(({ isDone }) => !isDone) };
}
