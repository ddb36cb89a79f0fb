import { Resolver } from 'node:dns/promises';
import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '#platform/clock';
import { type Settings, SETTINGS } from '#platform/config';
import type { OwnHost, TxtResult } from '../model/own-host.js';
import { txtRecordOf } from '../model/txt-record.js';

/** Limits a lookup over all name servers and retries. */
const TIMEOUT_MS = 5_000;

/** Looks up TXT records of hosts. */
@Injectable()
export class TxtRecords {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  async lookUp(host: OwnHost): Promise<TxtResult> {
    const { name, value } = txtRecordOf(host);
    try {
      const texts = await this.textsAt(name);
      return texts.includes(value) ? 'found' : 'different';
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
