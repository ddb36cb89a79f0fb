import { Resolver } from 'node:dns/promises';
import { withTimeout } from '#platform/process/clock';
import type { Settings } from '#platform/process/config';
import type { OwnHost, TxtResult } from '../model/own-host.js';
import { txtRecordOf } from '../model/txt-record.js';

/** The texts of the TXT records at a name, or why there are none. */
type TxtLookup = string[] | 'missing' | 'failed';

/** Maximum time of a lookup, with all name servers and retries. */
const TIMEOUT_MS = 5_000;

/** Looks up the TXT record that verifies a host; it has the same name for all tenants. */
export async function lookUpTxt(host: OwnHost, { dnsServers }: Settings): Promise<TxtLookup> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  try {
    const records = await withTimeout(resolver.resolveTxt(txtRecordOf(host).name), TIMEOUT_MS);
    // Long texts consist of several strings.
    return records.map(strings => strings.join(''));
  } catch (error) {
    return /^(ENOTFOUND|ENODATA)$/.test(String((error as { code?: unknown }).code)) ? 'missing' : 'failed';
  } finally {
    resolver.cancel();
  }
}

/** Result of a lookup for the host of one tenant. */
export function resultFor(host: OwnHost, lookup: TxtLookup): TxtResult {
  if (typeof lookup === 'string') return lookup;
  return lookup.includes(txtRecordOf(host).value) ? 'found' : 'different';
}
