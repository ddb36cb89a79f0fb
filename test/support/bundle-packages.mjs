/**
 * Bundles the large packages for Jest, which otherwise resolves, reads and links their 2,000 files again for each test
 * file. The modules still run inside the sandbox of each test file.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Packages that most test files load. Native packages and packages that locate their own files are not bundled. */
export const BUNDLED = [
  '@nestjs/bullmq',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-fastify',
  '@nestjs/swagger',
  '@nestjs/typeorm',
  'ajv-formats',
  'ajv/dist/2020.js',
  'bullmq',
  'class-validator',
  'fastify',
  'helmet',
  'ioredis',
  'pg',
  'prom-client',
  'rate-limiter-flexible',
  'typeorm',
  'undici',
];

/** Packages that the bundle imports like other modules. */
const EXTERNAL = /^(@fastify\/static|msgpackr-extract|pg-native|pino|pino-pretty|reflect-metadata)($|\/)/;

/** Named after everything that the bundle depends on. */
const version = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(readFileSync(import.meta.filename))
  .digest('hex')
  .slice(0, 16);
export const folder = join(root, 'node_modules/.cache/bundled-for-jest', version);

const PREFIX = 'exports of ';

/** Names all exports of a package, because `export *` omits those that CommonJS packages define when they run. */
const explicitExports = {
  name: 'explicit-exports',
  resolveId: id => (id.startsWith(PREFIX) ? id : undefined),
  async load(id) {
    if (!id.startsWith(PREFIX)) return undefined;
    const name = id.slice(PREFIX.length);
    const names = Object.keys(await import(name)).filter(each => each !== 'module.exports');
    return `export { ${names.join(', ')} } from '${name}';`;
  },
};

export async function bundlePackages() {
  if (existsSync(folder)) return;
  const { build } = await import('rolldown');
  const draft = `${folder}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  await build({
    cwd: root,
    input: Object.fromEntries(BUNDLED.map(name => [name, PREFIX + name])),
    platform: 'node',
    external: EXTERNAL,
    plugins: [explicitExports],
    // Optional packages that are not installed.
    onLog: (level, log, handle) => log.code !== 'UNRESOLVED_IMPORT' && handle(level, log),
    output: {
      dir: draft,
      keepNames: true,
      minify: { compress: false, mangle: true, codegen: { removeWhitespace: true } },
      entryFileNames: '[name].mjs',
      chunkFileNames: 'shared/[name].mjs',
    },
  });
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}
