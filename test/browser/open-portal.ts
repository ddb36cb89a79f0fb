import { type Browser, chromium } from 'playwright-core';
import { DnsServer } from '../support/dns-server.js';
import type { PortalClient } from '../support/portal-client.js';
import { CHROMIUM } from '../support/requirements.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';
import { sharedByWorker } from '../support/shared.js';

export interface Portal {
  sandbox: Sandbox;
  browser: Browser;
  operator: PortalClient;
  /** The DNS server in which the service looks up TXT records. */
  dns: DnsServer;
}

/** Opens the service and the browser of this Jest worker, and creates an operator. */
export async function openPortal(): Promise<Portal> {
  const dns = await sharedByWorker('DNS server of the portal', () => DnsServer.start());
  const settings = {
    webhookAllowPrivateTargets: true,
    encryptionKey: Buffer.alloc(32, 1),
    dnsServers: [dns.address],
    logBodies: 'all' as const,
  };
  const [sandbox, browser] = await Promise.all([sharedSandbox('portal', settings), sharedBrowser()]);
  return { sandbox, browser, dns, operator: await sandbox.person({ role: 'operator' }) };
}

/** A browser without background requests, so that all traffic comes from the pages under test. */
export const sharedBrowser = (): Promise<Browser> =>
  sharedByWorker('browser', async () => {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox', // Chromium's sandbox does not work as root
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    return Object.assign(browser, { stop: () => browser.close() });
  });
