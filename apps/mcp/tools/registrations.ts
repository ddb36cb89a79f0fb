import { z } from 'zod';
import { choice } from '../choice.js';
import { defineTool, withoutNulls, world } from '../tool.js';

export const updateRegistration = defineTool({
  name: 'update_registration',
  title: 'Update registration',
  description:
    'Changes settings or the contact of a registered domain. For TLDs of three or more letters, a contact whose email address begins with `unverified` must be verified within 15 days, or the domain is suspended.',
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  input: {
    domain: z.string().describe('Registered domain, for example my-shop.com.'),
    nameservers: z.array(z.string()).min(2).max(13).optional().describe('Host names of the name servers.'),
    locked: z.boolean().optional().describe('Whether the domain is locked against transfers.'),
    auto_renew: z.boolean().optional().describe('Whether it is renewed for a year when it expires.'),
    privacy: z.boolean().optional().describe('Whether the registrant is hidden from the public.'),
    payment_method: choice({ test: true, test_declined: true })
      .optional()
      .describe('Payment method of automatic renewals; `test_declined` makes them fail.'),
    contact: z
      .looseObject({ first_name: z.string(), last_name: z.string(), email: z.string() })
      .optional()
      .describe('New registrant, which replaces the present one as a whole.'),
    world,
  },
  async run({ domain, world, ...changes }, { session, signal }) {
    const { registrations } = (await session.access(world)).client;
    const { meta: _meta, ...registration } = await registrations.update(domain, changes, { signal });
    return { summary: `${registration.domain} is up to date.`, data: withoutNulls(registration) };
  },
});
