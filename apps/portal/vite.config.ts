import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Origin of the running service, for `vite dev`. */
const api = process.env['NAMEYARD'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  plugins: [precompress()],
  // By default, the import would lead to the compiled file.
  resolve: { alias: { '#snippets/model': join(import.meta.dirname, '../../libs/snippets/model.ts') } },
  build: {
    outDir: '../../dist/apps/portal',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // "use client" has no meaning without server-side rendering.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
  // The API accepts changes only from its own host, so the Host header must stay unchanged.
  server: { proxy: { '^/(portal/api|docs|api)(/|$)': { target: api, changeOrigin: false } } },
});

/** Writes a gzip and a Brotli version of each text file; the server sends the one that the browser accepts. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir = '' }, bundle) {
      for (const name of [...Object.keys(bundle), 'theme.js', 'favicon.svg']) {
        if (!/\.(js|css|html|svg)$/.test(name)) continue;
        const file = join(dir, name);
        const content = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}
