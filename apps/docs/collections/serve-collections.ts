import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CollectionRequest, collectionRequests } from './requests.js';

/** Serves the collections of requests. Their base URL is the address that they were loaded from. */
export function serveCollections(docs: FastifyInstance, api: () => OpenAPIObject): void {
  const options = { config: { access: 'open' } } as const;
  docs.get('/docs/nameyard.http', options, (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(httpFile(collectionRequests(api()), originOf(request))),
  );
  docs.get('/docs/postman.json', options, request => postmanCollection(collectionRequests(api()), originOf(request)));
}

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;

/**
 * The collection as an HTTP file, for the client of JetBrains and for httpYac, an extension of VS Code and a command. Both
 * have the same syntax for scripts that read responses.
 */
const httpFile = (requests: CollectionRequest[], origin: string): string =>
  [headOf(origin), ...requests.map(textOf)].join('\n');

const headOf = (origin: string) => `# Nameyard: a request for each operation of the sandbox.
# Set the tenant and its key, and send the requests from top to bottom: later ones use values from earlier responses.
# The key needs all sandbox permissions.

@baseUrl = ${origin}/api/v1
@tenant = demo
@key = ny_sandbox_
`;

function textOf({ id, title, method, path, query, headers, body, captures }: CollectionRequest): string {
  const sets = Object.entries(captures).map(
    ([name, member]) => `  client.global.set('${name}', response.body.data.${member});`,
  );
  const lines = [
    `### ${title}`,
    `# @name ${id}`,
    `${method} ${urlOf({ path, query })}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['', JSON.stringify(body, null, 2)] : []),
    ...(sets.length > 0 ? ['', '> {%', ...sets, '%}'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The URL with the query parameters that have a value. */
function urlOf({ path, query }: Pick<CollectionRequest, 'path' | 'query'>): string {
  const sent = query.filter(({ value }) => value !== undefined).map(({ name, value }) => `${name}=${value}`);
  return `{{baseUrl}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`;
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const DESCRIPTION = `A request for each operation of the sandbox. Set the variables \`tenant\` and \`key\`, and run the collection from top to bottom: later requests use values from earlier responses. The key needs all sandbox permissions.`;

/** The collection in Postman's format 2.1, with a folder for each tag, and a test of the status of each response. */
function postmanCollection(requests: CollectionRequest[], origin: string): object {
  const groups = [...new Set(requests.map(({ group }) => group))];
  return {
    info: { name: 'Nameyard', description: DESCRIPTION, schema: SCHEMA },
    auth: bearer('{{key}}'),
    variable: [
      { key: 'baseUrl', value: `${origin}/api/v1` },
      { key: 'tenant', value: 'demo' },
      { key: 'key', value: '' },
    ],
    item: groups.map(name => ({ name, item: requests.filter(({ group }) => group === name).map(itemOf) })),
  };
}

const bearer = (value: string) => ({ type: 'bearer', bearer: [{ key: 'token', value, type: 'string' }] });

const itemOf = (request: CollectionRequest) => ({
  name: request.title,
  event: [{ listen: 'test', script: { type: 'text/javascript', exec: scriptOf(request) } }],
  request: requestOf(request),
  response: [],
});

/** Declares no variables: scripts share a scope with the legacy globals of Postman, such as `data` and `request`. */
const scriptOf = ({ status, captures }: CollectionRequest): string[] => [
  `pm.test('responds with ${status}', () => pm.response.to.have.status(${status}));`,
  ...Object.entries(captures).map(
    ([name, member]) => `pm.collectionVariables.set('${name}', pm.response.json().data.${member});`,
  ),
];

function requestOf({ method, path, query, headers, body, description }: CollectionRequest) {
  const { Authorization: authorization, ...others } = headers;
  const token = authorization?.replace('Bearer ', '') ?? '';
  return {
    method,
    description,
    // Other requests inherit the key of the collection.
    ...(token === '{{key}}' ? {} : { auth: bearer(token) }),
    // Postman has another name for this variable.
    header: Object.entries(others).map(([key, value]) => ({ key, value: value.replace('{{$uuid}}', '{{$guid}}') })),
    url: {
      raw: urlOf({ path, query }),
      host: ['{{baseUrl}}'],
      path: path.slice(1).split('/'),
      query: query.map(({ name, description, value }) => ({
        key: name,
        value: value ?? '',
        description,
        ...(value === undefined && { disabled: true }),
      })),
    },
    ...(body && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
  };
}
