import { defineConfig } from '@playwright/test';
import { fileURLToPath } from 'node:url';

export default defineConfig({
  testDir: '.',
  globalSetup: fileURLToPath(import.meta.resolve('nameyard/playwright')),
  use: {
    // The path of an installed browser; otherwise the one of `npx playwright install chromium`.
    launchOptions: { executablePath: process.env.CHROMIUM, args: process.env.CHROMIUM ? ['--no-sandbox'] : [] },
  },
});
