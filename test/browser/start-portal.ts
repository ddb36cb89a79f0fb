import { type Browser, chromium } from 'playwright-core';
import { DnsServer } from '../support/dns-server.js';
import type { PortalClient } from '../support/portal-client.js';
import { CHROMIUM } from '../support/requirements.js';
import { type Sandbox, startSandbox } from '../support/sandbox.js';

export interface Portal {
  sandbox: Sandbox;
  browser: Browser;
  operator: PortalClient;
  /** The DNS server in which the service looks up TXT records. */
  dns: DnsServer;
  stop: () => Promise<void>;
}

/** Starts the service and a browser, and creates an operator. */
export async function startPortal(): Promise<Portal> {
  const dns = await DnsServer.start();
  const settings = {
    webhookAllowPrivateTargets: true,
    encryptionKey: Buffer.alloc(32, 1),
    dnsServers: [dns.address],
    logBodies: 'all' as const,
  };
  const [sandbox, browser] = await Promise.all([startSandbox({ settings }), startBrowser()]);
  const operator = await sandbox.person({ role: 'operator' });
  const stop = async () => {
    await browser.close();
    await sandbox.stop();
  };
  return { sandbox, browser, operator, dns, stop };
}

/** Starts a browser without background requests, so that all traffic comes from the pages under test. */
const startBrowser = (): Promise<Browser> =>
  chromium.launch({
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
