import type { Storage } from '../database/connection.js';
import { CreatePlatform1763683200000 } from './migrations/1763683200000-create-platform.js';

/** Outbox, inbox and idempotency keys: tables that only hand-written statements touch. */
export const platformStorage: Storage = {
  schema: 'platform',
  entities: [],
  migrations: [CreatePlatform1763683200000],
};
