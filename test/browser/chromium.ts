import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM } from '../support/requirements.js';

/** Starts a browser that makes no request of its own: all its traffic belongs to the pages under test. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox', // the tests may run as root, which the sandbox of Chromium rejects
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
