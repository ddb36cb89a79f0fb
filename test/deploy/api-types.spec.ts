import { execFileSync } from 'node:child_process';
import { describeWith } from '../support/requirements.js';
import { BASE, OVERLAY, render, type Resource } from './render.js';

/** Kubernetes versions and the module files that pin them. */
const VERSIONS = [
  ['1.35', '1.35.mod'],
  ['1.36', '1.36.mod'],
  ['1.37', 'go.mod'],
] as const;

/** Resources of operators have types of their own. */
const OPERATORS = /^(postgresql\.cnpg\.io|redis\.redis\.opstreelabs\.in)\//;

/** Prints a line for each resource that the types of a Kubernetes version do not accept. */
function problemsOf(resources: object[], module: string): string[] {
  const output = execFileSync('go', ['run', `-modfile=${module}`, '.'], {
    cwd: `${import.meta.dirname}/api-types`,
    input: JSON.stringify(resources),
    encoding: 'utf8',
  });
  return output.split('\n').filter(Boolean);
}

describeWith('kubectl', 'the Kustomize base and overlay', () => {
  const resources = [BASE, OVERLAY].flatMap(render).filter(({ apiVersion }) => !OPERATORS.test(apiVersion));
  const job = resources.find(({ kind }) => kind === 'Job') as Resource & { spec: object };
  const altered = (spec: object) => ({ ...job, spec: { ...job.spec, ...spec } });
  // An unknown field, a value of another type, and an unknown version of a group, so that the check is known to find them.
  const wrong = [altered({ retries: 3 }), altered({ backoffLimit: 'six' }), { ...job, apiVersion: 'batch/v3' }];

  describeWith('go', 'with the API types of Kubernetes', () => {
    it.each(VERSIONS)('has only fields and types of %s', (_version, module) => {
      const first = resources.length;
      expect(problemsOf([...resources, ...wrong], module)).toEqual([
        expect.stringMatching(`^${first}: .*unknown field "spec.retries"`),
        expect.stringMatching(`^${first + 1}: .*backoffLimit`),
        expect.stringMatching(`^${first + 2}: no kind "Job" is registered for version "batch/v3"`),
      ]);
    });
  });
});
