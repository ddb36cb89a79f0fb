import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globalSetup: 'nameyard/vitest', testTimeout: 30_000 } });
