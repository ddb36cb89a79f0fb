import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Builds the stylesheet that all storefronts share. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss()],
  build: {
    outDir: '../../../dist/apps/storefront/assets',
    emptyOutDir: false,
    assetsDir: '',
    reportCompressedSize: false,
    rolldownOptions: { input: 'storefront.css', output: { assetFileNames: '[name][extname]' } },
  },
});
