import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Rules run beside their models; everything else over HTTP. Both read the sources, through the doors of package.json. */
const project = {
  rootDir: join(import.meta.dirname, '..'),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        module: { type: 'es6' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
      },
    ],
  },
};

export default {
  rootDir: project.rootDir,
  // Each file leaves its copy of all modules behind: in workers that are replaced they cannot add up. No more than the
  // one PostgreSQL has connections for; many tests wait more than they work, so that two cores do for two.
  maxWorkers: Math.min(2, availableParallelism()),
  workerIdleMemoryLimit: '600MB',
  // Generous, because it only delays failures; processes are slow to start and stop on a busy machine.
  testTimeout: 240_000,
  projects: [
    { ...project, displayName: 'rules', testMatch: ['<rootDir>/{apps/api,libs}/**/*.spec.ts'] },
    {
      ...project,
      displayName: 'service',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};
