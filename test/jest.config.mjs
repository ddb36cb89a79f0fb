import { join } from 'node:path';
import { nativeModules } from './support/native-modules.mjs';

const compile = ({ tsx }) => [
  '@swc/jest',
  {
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true, tsx },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic', importSource: 'preact' },
      },
      keepClassNames: true,
    },
  },
];

/** Unit tests of models are next to the models and load the TypeScript sources; all other tests go over HTTP. */
const project = {
  rootDir: join(import.meta.dirname, '..'),
  testEnvironment: '<rootDir>/test/support/unit-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': compile({ tsx: false }), '^.+\\.tsx$': compile({ tsx: true }) },
};

export default {
  rootDir: project.rootDir,
  // Files leave objects in memory, so workers are replaced when they grow.
  workerIdleMemoryLimit: '1GB',
  // Five even on two cores, because many tests wait.
  maxWorkers: 5,
  testSequencer: '<rootDir>/test/sequencer.mjs',
  // Long, because processes start slowly on a busy machine. It only delays the report of failures.
  testTimeout: 240_000,
  projects: [
    { ...project, displayName: 'rules', testMatch: ['<rootDir>/{apps/docs,libs}/**/*.spec.ts'] },
    {
      ...project,
      displayName: 'service',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      testEnvironment: '<rootDir>/test/support/service-environment.mjs',
      moduleNameMapper: { ...nativeModules, ...project.moduleNameMapper },
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};
