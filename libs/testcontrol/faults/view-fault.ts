import type { FaultView } from '../contract.js';
import type { FaultRule } from '../model/fault-rule.js';

export const viewFault = (rule: FaultRule): FaultView => ({
  id: rule.id,
  match: {
    ...(rule.operation !== null && { operation: rule.operation }),
    ...(rule.domain !== null && { domain: rule.domain }),
  },
  fault: rule.fault,
  times: rule.times,
  skip: rule.skip,
  remaining: rule.remaining,
  used: rule.used,
  created_at: rule.createdAt.toISOString(),
  expires_at: rule.expiresAt.toISOString(),
});
