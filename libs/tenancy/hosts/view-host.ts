import type { HostView } from '../contract.js';
import type { HostProblem, OwnHost } from '../model/own-host.js';
import { txtRecordOf } from '../model/txt-record.js';

export function viewHost(host: OwnHost): HostView {
  const record = txtRecordOf(host);
  return {
    host: host.name,
    state: host.state,
    verified_by: host.verifiedBy,
    reason: host.problem && REASONS[host.problem](record.name),
    txt_record: record,
    created_at: host.createdAt.toISOString(),
    checked_at: host.checkedAt?.toISOString() ?? null,
    seen_at: host.seenAt?.toISOString() ?? null,
    verified_at: host.verifiedAt?.toISOString() ?? null,
    lapsed_at: host.lapsedAt?.toISOString() ?? null,
  };
}

const REASONS: Record<HostProblem, (record: string) => string> = {
  missing: record => `DNS has no TXT record at ${record}.`,
  different: record => `The TXT record at ${record} has another value.`,
  failed: record => `The DNS lookup of ${record} failed.`,
  taken: record =>
    `Another tenant has verified this host with a newer TXT record. To verify it, publish only your value at ${record}.`,
};
