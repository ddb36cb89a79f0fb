import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const found = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap(folder => NAMES.map(name => join(folder, name)))
  .find(isProgram);

/** Tests that need a browser. Where there is none they say so, or fail where everything is demanded. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (found) describe(name, tests);
  else if (process.env['REQUIRE_SERVICES'] === '1')
    describe(name, () => {
      it('needs chromium', () => {
        throw new Error('There is no chromium on this machine, and REQUIRE_SERVICES=1 asks for one.');
      });
    });
  else {
    process.stderr.write(`skipped: no chromium here (${name})\n`);
    describe.skip(`${name} (skipped: no chromium here)`, tests);
  }
}

/** Of its own things it asks nobody: what it loads is the portal's. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: found,
    args: [
      '--no-sandbox', // the tests may run as root, which its own sandbox does not allow
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
