import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { blocksOf, read } from '../cli/documented.js';
import { temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { BASE, OVERLAY, render, type Resource } from './render.js';

/** Only the fields that tests read. */
interface Pods extends Resource {
  spec: {
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        containers: {
          image: string;
          securityContext: object;
          envFrom: object[];
          ports?: { name: string; containerPort: number }[];
        }[];
        securityContext: object;
      };
    };
  };
}

interface Scaled extends Resource {
  data: Record<string, string>;
  spec: { maxReplicas: number; replicas: number };
}

interface PodMonitor extends Resource {
  spec: {
    selector: {
      matchLabels: Record<string, string>;
      matchExpressions: [{ key: string; values: string[] }];
    };
    podMetricsEndpoints: [{ port: string }];
  };
}

describeWith('kubectl', 'the Kustomize base', () => {
  let resources: Resource[];
  let pods: Pods[];

  beforeAll(() => {
    resources = render(BASE);
    pods = resources.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)) as Pods[];
  });

  it('renders the API, the worker, the migration and their settings', () => {
    expect(resources.map(({ kind, metadata }) => `${kind} ${metadata.name.replace(/-\w{10}$/, '')}`).sort()).toEqual([
      'ConfigMap nameyard',
      'Deployment nameyard-api',
      'Deployment nameyard-worker',
      'HorizontalPodAutoscaler nameyard-api',
      'Job nameyard-migrate-1.0.0',
      'NetworkPolicy nameyard',
      'NetworkPolicy nameyard-api',
      'PodDisruptionBudget nameyard-api',
      'PodDisruptionBudget nameyard-worker',
      'Service nameyard',
    ]);
  });

  it('runs all pods without privileges, with the settings and the secret', () => {
    expect(pods).toHaveLength(3);
    for (const { spec } of pods) {
      const { containers, securityContext } = spec.template.spec;
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1_000 });
      expect(containers).toMatchObject([
        {
          image: 'nameyard:1.0.0',
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          envFrom: [{ configMapRef: {} }, { secretRef: { name: 'nameyard' } }],
          env: expect.arrayContaining([
            { name: 'ENCRYPTION_KEY', valueFrom: { secretKeyRef: { name: 'nameyard', key: 'ENCRYPTION_KEY' } } },
          ]),
        },
      ]);
    }
  });

  it('has pools that fit the number of connections that it names, with all pods during an upgrade', () => {
    const named = (kind: string) => resources.filter(resource => resource.kind === kind) as unknown as Scaled[];
    const [{ data }] = named('ConfigMap') as [Scaled];
    const { maxReplicas } = named('HorizontalPodAutoscaler')[0]!.spec;
    const worker = named('Deployment').find(({ metadata }) => metadata.name === 'nameyard-worker')!;
    const [, connections] = /max_connections = (\d+)/.exec(read('deploy/kubernetes/README.md'))!;
    // The formula of /docs/operations#connections.
    const needed = (maxReplicas + 1 + worker.spec.replicas + 1) * (Number(data['DATABASE_POOL_SIZE']) + 5) + 15;
    expect(needed).toBeLessThanOrEqual(Number(connections));
  });

  it('has a PodMonitor for the port and the pods of the base', () => {
    const [monitor] = render(join(BASE, 'prometheus-operator')) as unknown as PodMonitor[];
    const { selector, podMetricsEndpoints } = monitor!.spec;
    const [{ key, values }] = selector.matchExpressions;
    const monitored = pods.filter(({ spec }) => values.includes(spec.template.metadata.labels[key]!));
    expect(monitored.map(({ metadata }) => metadata.name).sort()).toEqual(['nameyard-api', 'nameyard-worker']);
    for (const { spec } of monitored) {
      expect(spec.template.metadata.labels).toMatchObject(selector.matchLabels);
      const [{ port }] = podMetricsEndpoints;
      expect(spec.template.spec.containers[0]!.ports!.map(({ name }) => name)).toContain(port);
    }
  });

  it('can be used by the overlay of its README', () => {
    const folder = temporaryFolder();
    cpSync(BASE, join(folder, 'deploy/kubernetes'), { recursive: true });
    const overlay = join(folder, 'overlays/production');
    mkdirSync(overlay, { recursive: true });
    const [text = ''] = blocksOf(read('deploy/kubernetes/README.md').replace(/^ {3}/gm, ''), 'yaml');
    writeFileSync(join(overlay, 'kustomization.yaml'), text);
    const rendered = render(overlay);
    expect(new Set(rendered.map(({ metadata }) => metadata.namespace))).toEqual(new Set([parse(text).namespace]));
    expect(JSON.stringify(rendered)).toContain('"image":"registry.example/nameyard:1.0.0"');
    expect(JSON.stringify(rendered)).toContain('"PUBLIC_HOSTS":"sandbox.example.com"');
  });
});

describeWith('kubectl', 'the overlay with operators', () => {
  let resources: Resource[];
  const ofKind = <T extends Resource>(kind: string) => resources.filter(resource => resource.kind === kind) as T[];

  beforeAll(() => {
    resources = render(OVERLAY);
  });

  it('adds PostgreSQL and Redis', () => {
    const kinds = new Set(render(BASE).map(({ kind }) => kind));
    const added = resources.filter(({ kind }) => !kinds.has(kind));
    expect(added.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
      'Cluster nameyard-postgres',
      'RedisReplication nameyard-redis',
      'RedisSentinel nameyard-redis',
    ]);
  });

  it('runs three instances of each, with synchronous replication', () => {
    expect(ofKind('Cluster')).toMatchObject([
      { spec: { instances: 3, postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required' } } } },
    ]);
    for (const kind of ['RedisReplication', 'RedisSentinel'])
      expect(ofKind(kind)).toMatchObject([{ spec: { clusterSize: 3 } }]);
  });

  it('gives all pods the addresses of PostgreSQL and Redis', () => {
    const pods = [...ofKind<Pods>('Deployment'), ...ofKind<Pods>('Job')];
    expect(pods).toHaveLength(3);
    for (const { spec } of pods)
      expect(spec.template.spec.containers).toMatchObject([
        {
          env: expect.arrayContaining([
            { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'nameyard-postgres-app', key: 'uri' } } },
            { name: 'REDIS_URL', value: 'sentinel://:$(REDIS_PASSWORD)@nameyard-redis-sentinel:26379/mymaster' },
          ]),
        },
      ]);
  });
});
