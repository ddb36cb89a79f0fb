import { join } from 'node:path';
import tests from '../jest.config.mjs';

const service = tests.projects.find(({ displayName }) => displayName === 'service');

/** The drills use the helpers of the tests, but no PostgreSQL of their own. */
export default {
  rootDir: join(import.meta.dirname, '../..'),
  testTimeout: 2 ** 31 - 1,
  projects: [
    {
      ...service,
      displayName: 'drill',
      testMatch: ['<rootDir>/test/drills/*.drill.ts'],
      globalSetup: '<rootDir>/test/drills/global-setup.mjs',
      globalTeardown: undefined,
    },
  ],
};
