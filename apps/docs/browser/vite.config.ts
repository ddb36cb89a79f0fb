import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { precompress } from '../../precompress.js';

/** Builds the script, the style and the fonts of the documentation site. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/assets/',
  publicDir: '../../portal/public',
  plugins: [tailwindcss(), precompress()],
  build: {
    outDir: '../../../dist/apps/docs/browser',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsDir: '',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    license: { fileName: 'licenses.json' },
    rolldownOptions: { input: 'site.js' },
  },
});
