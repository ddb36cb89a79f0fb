import type { PasskeyView } from '../contract.js';
import type { Passkey } from '../model/passkey.js';

export const viewPasskey = ({ id, name, rpId, backedUp, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  id,
  name,
  host: rpId,
  backed_up: backedUp,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
