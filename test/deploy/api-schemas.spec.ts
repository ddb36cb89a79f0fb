import { join } from 'node:path';
import { describeWith } from '../support/requirements.js';
import { BASE, OVERLAY, render, type Resource } from './render.js';
import { downloadModules, KUBERNETES_MODULES, readOperators, validatorOf, type Schemas } from './schemas.js';

const NOT_ALLOWED = 'must be equal to one of the allowed values';

/** Changes to one field that the schemas must refuse, and how. A field without a value is removed. */
const FAULTS: [kind: string, path: string, value: unknown, problem: string][] = [
  ['Job', 'apiVersion', 'batch/v3', 'does not exist in batch/v3'],
  ['Job', 'spec.template', undefined, "/spec must have required property 'template'"],
  ['Job', 'spec.retries', 3, '/spec must NOT have additional properties: retries'],
  ['Job', 'spec.backoffLimit', 'six', '/spec/backoffLimit must be integer'],
  ['Job', 'spec.completionMode', 'All', `/spec/completionMode ${NOT_ALLOWED}: Indexed,NonIndexed`],
  ['PodMonitor', 'spec.selector', undefined, "/spec must have required property 'selector'"],
  ['PodMonitor', 'metadata.label', 'a', '/metadata must NOT have additional properties: label'],
  ['PodMonitor', 'spec.sampleLimit', '9', '/spec/sampleLimit must be integer'],
  ['PodMonitor', 'spec.selectorMechanism', 'All', `/spec/selectorMechanism ${NOT_ALLOWED}: RelabelConfig,RoleSelector`],
  ['Cluster', 'spec.instances', undefined, "/spec must have required property 'instances'"],
  ['Cluster', 'spec.replicas', 3, '/spec must NOT have additional properties: replicas'],
  ['Cluster', 'spec.postgresql.parameters.jit', false, '/spec/postgresql/parameters/jit must be string'],
  [
    'Cluster',
    'spec.postgresql.synchronous.method',
    'all',
    `/spec/postgresql/synchronous/method ${NOT_ALLOWED}: any,first`,
  ],
  ['RedisReplication', 'spec.clusterSize', undefined, "/spec must have required property 'clusterSize'"],
  ['RedisReplication', 'spec.replicas', 3, '/spec must NOT have additional properties: replicas'],
  ['RedisSentinel', 'spec.redisSentinelConfig.quorum', 2, '/spec/redisSentinelConfig/quorum must be string'],
];

describeWith('kubectl', 'the Kustomize base and overlay', () => {
  let resources: Resource[];

  beforeAll(() => {
    resources = [BASE, join(BASE, 'prometheus-operator'), OVERLAY].flatMap(render);
  });

  /** Copy of the first resource of a kind with another value at a path, or none. */
  function altered(kind: string, path: string, value: unknown): Resource {
    const copy = structuredClone(resources.find(resource => resource.kind === kind)!);
    const keys = path.split('.');
    const last = keys.pop()!;
    let parent = copy as unknown as Record<string, unknown>;
    for (const key of keys) parent = parent[key] as Record<string, unknown>;
    if (value === undefined) delete parent[last];
    else parent[last] = value;
    return copy;
  }

  describeWith('go', 'with the schemas of the API and of operators', () => {
    let modules: string;
    let operators: Map<string, Schemas>;

    beforeAll(() => {
      modules = downloadModules();
      operators = readOperators(modules);
    });

    it.each(KUBERNETES_MODULES)('is accepted by %s', module => {
      const problemsOf = validatorOf(join(modules, module), operators);
      expect(resources.flatMap(problemsOf)).toEqual([]);
      expect(FAULTS.flatMap(([kind, path, value]) => problemsOf(altered(kind, path, value)))).toEqual(
        FAULTS.map(([kind, , , problem]) => `${kind} ${problem}`),
      );
    });
  });
});
