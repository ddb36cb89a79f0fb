import type { Storage } from '#platform/database';
import { CreateKillSwitch1763683207000 } from './migrations/1763683207000-create-kill-switch.js';

export const registrarStorage: Storage = {
  schema: 'registrar',
  entities: [],
  migrations: [CreateKillSwitch1763683207000],
};
