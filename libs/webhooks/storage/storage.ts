import type { Storage } from '#platform';
import { CreateWebhooks1763683208000 } from './migrations/1763683208000-create-webhooks.js';
import { ReceiverMapping } from './receiver.mapping.js';

export const webhooksStorage: Storage = {
  schema: 'webhooks',
  entities: [ReceiverMapping],
  migrations: [CreateWebhooks1763683208000],
};
