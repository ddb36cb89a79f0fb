import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { precompress } from '../precompress.js';

/** Origin of the running service, for `vite dev`. */
const api = process.env['NAMEYARD'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Packages that every page needs. They are one file, because many small files load more slowly. */
const VENDOR = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;

export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [tailwindcss(), precompress()],
  // Resolves to the source, because the import in package.json leads to the compiled file.
  resolve: { alias: { '#snippets/model': join(import.meta.dirname, '../../libs/snippets/model.ts') } },
  build: {
    outDir: '../../dist/apps/portal',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // For the licenses of the npm package.
    license: { fileName: 'licenses.json' },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'vendor', test: VENDOR }] } },
      // "use client" has no meaning without server-side rendering.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
  // The API accepts changes only from its own host, so the Host header must stay unchanged.
  server: { proxy: { '^/(portal/api|docs|api)(/|$)': { target: api, changeOrigin: false } } },
});
