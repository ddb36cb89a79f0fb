import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { blocksOf, read } from '../cli/documented.js';
import { ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}

/** Only the fields that tests read. */
interface Pods extends Resource {
  spec: {
    template: {
      spec: {
        containers: {
          image: string;
          securityContext: object;
          envFrom: object[];
          ports?: { containerPort: number }[];
        }[];
        securityContext: object;
      };
    };
  };
}

const BASE = join(ROOT, 'deploy/kubernetes');

function render(folder: string): Resource[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map(document => document.toJS() as Resource);
}

/** Module of `kubernetes-models` that contains a kind. Its types are generated from the schemas of Kubernetes. */
function moduleOf({ apiVersion, kind }: Resource): string {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return ['kubernetes-models', group, version, kind].filter(Boolean).join('/');
}

/** Differences from the types; those of object literals include unknown fields. */
function typeErrorsOf(resources: Resource[]): string[] {
  const file = join(ROOT, 'test/deploy/rendered.ts');
  const declarations = resources.map(
    (resource, index) =>
      `import type { I${resource.kind} as T${index} } from '${moduleOf(resource)}';\n` +
      `export const r${index}: T${index} = ${JSON.stringify(resource, null, 1)};\n`,
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = name => name === file || fileExists.call(host, name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, declarations.join(''), ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describeWith('kubectl', 'the Kustomize base', () => {
  const resources = render(BASE);
  const pods = resources.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)) as Pods[];

  it('renders resources that match the types of Kubernetes', () => {
    expect(resources.map(({ kind, metadata }) => `${kind} ${metadata.name.replace(/-\w{10}$/, '')}`).sort()).toEqual([
      'ConfigMap nameyard',
      'Deployment nameyard-api',
      'Deployment nameyard-worker',
      'HorizontalPodAutoscaler nameyard-api',
      'Job nameyard-migrate',
      'NetworkPolicy nameyard',
      'NetworkPolicy nameyard-api',
      'PodDisruptionBudget nameyard-api',
      'PodDisruptionBudget nameyard-worker',
      'Service nameyard',
    ]);
    // The last one has a field that does not exist, so that the check is known to find it.
    const wrong = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'wrong' },
      spec: { template: {}, retries: 3 },
    };
    expect(typeErrorsOf([...resources, wrong])).toEqual([expect.stringContaining(`'"retries"' does not exist`)]);
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
        },
      ]);
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
