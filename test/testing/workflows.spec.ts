import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isWellFormed } from '#api-keys';
import { ROOT } from '../support/paths.js';

const read = (file: string) => readFileSync(join(ROOT, 'examples', file), 'utf8');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

// The workflows run only at GitHub and GitLab; this checks their syntax and the settings that must fit together.
describe('the workflow of', () => {
  it('GitHub Actions', () => {
    const { on, jobs } = parse(read('github-actions/nameyard.yml'));
    expect(on).toEqual(['push', 'pull_request']);
    const { services, env, steps } = jobs.test;
    expect(services.nameyard).toMatchObject({
      image: expect.stringContaining(`nameyard:${version}`),
      ports: [3000],
      options: `--add-host=${env.NAMEYARD_RECEIVER_HOST}:host-gateway`,
    });
    expectConnection(env, services.nameyard.env);
    expect(env.NAMEYARD_URL).toContain("${{ job.services.nameyard.ports['3000'] }}");
    expect(steps.map(({ run }: { run?: string }) => run).filter(Boolean)).toEqual(['npm ci', 'npm test']);
  });

  it('GitLab CI', () => {
    const { test } = parse(read('gitlab-ci/.gitlab-ci.yml'));
    const [service] = test.services;
    expect(service.name).toContain(`nameyard:${version}`);
    expectConnection(test.variables, service.variables);
    expect(test.variables).toMatchObject({ FF_NETWORK_PER_BUILD: 'true', NAMEYARD_RECEIVER_HOST: 'build' });
    expect(test.variables.NAMEYARD_URL).toContain(`//${service.alias}:3000/`);
    expect(test.script.at(-1)).toBe('npm test');
  });
});

function expectConnection(variables: Record<string, string>, service: Record<string, string>): void {
  expect(variables['NAMEYARD_URL']).toMatch(/^http:.*\/api\/v1$/);
  expect(variables['NAMEYARD_TENANT']).toBe('demo');
  expect(variables['NAMEYARD_KEY']).toBe(service['BOOTSTRAP_API_KEY']);
  expect(isWellFormed(service['BOOTSTRAP_API_KEY']!)).toBe(true);
}

it('installs the tarballs of this version', () => {
  expect(JSON.parse(read('package.json')).dependencies).toEqual({
    '@nameyard/client': `file:../dist/packages/nameyard-client-${version}.tgz`,
    nameyard: `file:../dist/packages/nameyard-${version}.tgz`,
  });
  for (const example of ['shop', 'vitest', 'jest', 'playwright', 'testcontainers']) {
    const { dependencies, devDependencies } = JSON.parse(read(`${example}/package.json`));
    const versions = { ...dependencies, ...devDependencies };
    expect([example, versions['nameyard'], versions['@nameyard/client'] ?? version]).toEqual([
      example,
      version,
      version,
    ]);
    expect(Object.values(versions).filter(range => !/^\d+\.\d+\.\d+$/.test(`${range}`))).toEqual([]);
  }
});
