import { mappingOf } from '#platform/database';
import { OwnHost } from '../model/own-host.js';

/** Topic of notifications that the verified hosts have changed. */
export const HOSTS_TOPIC = 'hosts';

export const HostMapping = mappingOf(OwnHost, 'tenancy.hosts', {
  tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'hosts_pkey' },
  name: { name: 'host', type: 'text', primary: true, primaryKeyConstraintName: 'hosts_pkey' },
  state: { type: 'text' },
  verifiedBy: { name: 'verified_by', type: 'text', nullable: true },
  token: { type: 'text' },
  problem: { type: 'text', nullable: true },
  createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  checkedAt: { name: 'checked_at', type: 'timestamptz', precision: 3, nullable: true },
  seenAt: { name: 'seen_at', type: 'timestamptz', precision: 3, nullable: true },
  missingSince: { name: 'missing_since', type: 'timestamptz', precision: 3, nullable: true },
  verifiedAt: { name: 'verified_at', type: 'timestamptz', precision: 3, nullable: true },
  lapsedAt: { name: 'lapsed_at', type: 'timestamptz', precision: 3, nullable: true },
  checkAt: { name: 'check_at', type: 'timestamptz', precision: 3, nullable: true },
});
