/** API schemas of Kubernetes and of operators, from the Go modules of these projects. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { REDIS_OPERATOR } from './redis-operator.js';
import type { Resource } from './render.js';

export interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
  [keyword: string]: unknown;
}

/** Schemas of one API version, by name; those of custom resources have the name of their kind. */
export type Schemas = Record<string, Schema>;

interface CustomResourceDefinition {
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
  };
}

export const KUBERNETES_MODULES = [
  'k8s.io/kubernetes@v1.35.4',
  'k8s.io/kubernetes@v1.36.3',
  'k8s.io/kubernetes@v1.37.2',
] as const;

/** Modules of operators, and the path of a CustomResourceDefinition in each. */
const OPERATORS = [
  ['github.com/cloudnative-pg/cloudnative-pg@v1.27.0', 'config/crd/bases/postgresql.cnpg.io_clusters.yaml'],
  [
    'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
  ],
] as const;

/** Downloads all modules, unless Go has them; returns the folder that contains them. */
export function downloadModules(): string {
  execFileSync('go', ['mod', 'download', ...KUBERNETES_MODULES, ...OPERATORS.map(([module]) => module)]);
  return execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim();
}

/** Schemas of custom resources, by API version. */
export function readOperators(modules: string): Map<string, Schemas> {
  const operators = new Map<string, Schemas>([['redis.redis.opstreelabs.in/v1beta2', REDIS_OPERATOR]]);
  for (const [module, file] of OPERATORS) {
    const { spec } = parse(readFileSync(join(modules, module, file), 'utf8')) as CustomResourceDefinition;
    for (const { name, schema } of spec.versions)
      operators.set(`${spec.group}/${name}`, { [spec.names.kind]: schema.openAPIV3Schema });
  }
  for (const [apiVersion, schemas] of operators) operators.set(apiVersion, mapValues(schemas, withMetadata));
  return operators;
}

/** CustomResourceDefinitions do not describe metadata, because all resources have the same. */
function withMetadata(schema: Schema): Schema {
  const metadata = { $ref: '/v1#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' };
  return refuseUnknownFields({ ...schema, properties: { ...schema.properties, metadata } });
}

/** Returns a function that lists what a version of Kubernetes, or an operator, refuses in a resource. */
export function validatorOf(
  kubernetesFolder: string,
  operators: Map<string, Schemas>,
): (resource: Resource) => string[] {
  const values = readAllowedValues(kubernetesFolder);
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'int-or-string': true } });
  formats.default(ajv);
  const loaded = new Map<string, Schemas>();
  const load = (apiVersion: string) => {
    const schemas = operators.get(apiVersion) ?? readGroup(kubernetesFolder, apiVersion, values);
    ajv.addSchema({ components: { schemas } }, `/${apiVersion}`);
    loaded.set(apiVersion, schemas);
    return schemas;
  };
  // Schemas of custom resources refer to those of v1.
  load('v1');
  return resource => {
    const { apiVersion, kind } = resource;
    const name = nameOf(resource, loaded.get(apiVersion) ?? load(apiVersion));
    if (!name) return [`${kind} does not exist in ${apiVersion}`];
    const validate = ajv.getSchema(`/${apiVersion}#/components/schemas/${name}`)!;
    validate(resource);
    return (validate.errors ?? []).map(error => `${kind} ${describeError(error)}`);
  };
}

function nameOf({ apiVersion, kind }: Resource, schemas: Schemas): string | undefined {
  if (kind in schemas) return kind;
  return Object.keys(schemas).find(name =>
    schemas[name]!['x-kubernetes-group-version-kind']?.some(
      type => type.kind === kind && [type.group, type.version].filter(Boolean).join('/') === apiVersion,
    ),
  );
}

function describeError({ instancePath, message, params }: ErrorObject): string {
  const detail = params['additionalProperty'] ?? params['allowedValues'];
  return `${instancePath} ${message}${detail === undefined ? '' : `: ${detail}`}`;
}

/** Schemas of an API version of Kubernetes; empty if it does not exist. */
function readGroup(kubernetesFolder: string, apiVersion: string, values: Map<string, string[]>): Schemas {
  const name = apiVersion.includes('/') ? `apis__${apiVersion.replace('/', '__')}` : `api__${apiVersion}`;
  const file = join(kubernetesFolder, `api/openapi-spec/v3/${name}_openapi.json`);
  if (!existsSync(file)) return {};
  const { schemas } = (JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: Schemas } }).components;
  for (const [name, { properties = {} }] of Object.entries(schemas))
    for (const [property, schema] of Object.entries(properties)) {
      const allowed = values.get(`${name}.${property}`);
      if (allowed) Object.assign(schema.items ?? schema, { enum: allowed });
    }
  return mapValues(schemas, refuseUnknownFields);
}

/**
 * Allowed values of fields, for example of `io.k8s.api.core.v1.Container.imagePullPolicy`. The published schemas lack
 * them, so they are read from the Go code that API servers generate their schemas with.
 */
function readAllowedValues(kubernetes: string): Map<string, string[]> {
  const source = readFileSync(join(kubernetes, 'pkg/generated/openapi/zz_generated.openapi.go'), 'utf8');
  const values = new Map<string, string[]>();
  let name = '';
  let property = '';
  for (const [, type, field, list] of source.matchAll(
    /^func schema_(\w+)\(|^\t{5}"(\w+)": \{$|^\t+Enum: +\[\]interface\{\}\{(.*)\},$/gm,
  ))
    if (type) name = type.replace(/^k8sio_/, 'io.k8s.').replaceAll('_', '.');
    else if (field) property = field;
    else values.set(`${name}.${property}`, JSON.parse(`[${list}]`));
  return values;
}

/** API servers refuse unknown fields on request, and drop them otherwise; the published schemas allow them. */
function refuseUnknownFields(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema;
  const closed = { ...schema };
  if (properties) {
    closed.properties = mapValues(properties, refuseUnknownFields);
    if (!schema['x-kubernetes-preserve-unknown-fields']) closed.additionalProperties ??= false;
  }
  if (items) closed.items = refuseUnknownFields(items);
  if (typeof additionalProperties === 'object') closed.additionalProperties = refuseUnknownFields(additionalProperties);
  return closed;
}

function mapValues<T>(object: Record<string, T>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
