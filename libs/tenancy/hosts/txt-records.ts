import { Resolver } from 'node:dns/promises';
import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '#platform/process/clock';
import { type Settings, SETTINGS } from '#platform/process/config';
import type { OwnHost, TxtResult } from '../model/own-host.js';
import { txtRecordOf } from '../model/txt-record.js';

/** The texts of the TXT records at a name, or why there are none. */
export type TxtLookup = string[] | 'missing' | 'failed';

/** Maximum time of a lookup, with all name servers and retries. */
const TIMEOUT_MS = 5_000;

@Injectable()
export class TxtRecords {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Looks up the TXT record that verifies a host; it has the same name for all tenants. */
  async lookUp(host: OwnHost): Promise<TxtLookup> {
    try {
      return await this.textsAt(txtRecordOf(host).name);
    } catch (error) {
      return /^(ENOTFOUND|ENODATA)$/.test(String((error as { code?: unknown }).code)) ? 'missing' : 'failed';
    }
  }

  private async textsAt(name: string): Promise<string[]> {
    const { dnsServers } = this.settings;
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    if (dnsServers.length > 0) resolver.setServers(dnsServers);
    try {
      // Long texts consist of several strings.
      return (await withTimeout(resolver.resolveTxt(name), TIMEOUT_MS)).map(strings => strings.join(''));
    } finally {
      resolver.cancel();
    }
  }
}

/** Result of a lookup for the host of one tenant. */
export function resultFor(host: OwnHost, lookup: TxtLookup): TxtResult {
  if (typeof lookup === 'string') return lookup;
  return lookup.includes(txtRecordOf(host).value) ? 'found' : 'different';
}
