/** Module boundaries. The comment of a rule is what `npm test` prints when the rule is broken. */

/**
 * The modules that each module may use: `services` through `index.ts`, and `types` only through their contracts, plain
 * models and events. All modules may use `platform` and `identity/access`.
 */
const USES = {
  tenancy: { services: [], types: ['domains'] },
  'api-keys': { services: ['tenancy'], types: [] },
  domains: { services: ['tenancy'], types: [] },
  orders: { services: ['tenancy', 'domains'], types: [] },
  checkout: { services: ['tenancy', 'orders', 'domains'], types: [] },
  identity: { services: ['tenancy', 'api-keys'], types: [] },
  usage: { services: ['tenancy', 'api-keys', 'orders', 'webhooks'], types: ['domains', 'checkout'] },
  webhooks: { services: ['tenancy'], types: ['domains'] },
  registry: { services: ['tenancy', 'domains', 'orders', 'checkout'], types: [] },
  // Counts calls of the registrar with the limiter of API keys, parses domains like the sandbox, and shows slugs of tenants.
  registrar: { services: ['tenancy', 'api-keys', 'domains'], types: ['orders', 'checkout'] },
  storefront: { services: ['tenancy', 'identity'], types: [] },
  facades: { services: ['tenancy', 'domains', 'orders', 'registry'], types: [] },
  snippets: { services: [], types: [] },
  testcontrol: {
    services: ['tenancy', 'api-keys', 'domains', 'orders', 'checkout', 'registry', 'facades', 'usage', 'webhooks'],
    types: [],
  },
};

/** The modules that may use the SQL fragments (`sql.ts`) of a module. */
const SQL_CONSUMERS = {
  tenancy: ['checkout', 'registry', 'usage', 'storefront', 'webhooks'],
  domains: ['orders', 'checkout', 'registry'],
  orders: ['checkout', 'registry'],
  checkout: ['registry'],
  platform: ['domains', 'orders', 'checkout', 'registry', 'registrar', 'webhooks', 'testcontrol'],
};

const useRules = Object.entries(USES).flatMap(([name, { services, types }]) => {
  const allowed = modules => [name, 'platform', 'identity/access', ...modules].map(module => `^libs/${module}/`);
  return [
    {
      name: `${name}-services`,
      severity: 'error',
      comment: `${name} may use the services of ${['platform', 'identity/access', ...services].join(', ')}. Record an event for effects in other modules.`,
      from: { path: `^libs/${name}/` },
      to: { path: '^libs/[^/]+/index\\.ts$', pathNot: allowed(services) },
    },
    {
      name: `${name}-types`,
      severity: 'error',
      comment: `${name} may use the contracts, models and events of ${['platform', 'identity/access', ...services, ...types].join(', ')}.`,
      from: { path: `^libs/${name}/` },
      to: { path: '^libs/', pathNot: allowed([...services, ...types]) },
    },
  ];
});

const sqlRules = Object.entries(SQL_CONSUMERS).map(([name, consumers]) => ({
  name: `${name}-sql-consumers`,
  severity: 'error',
  comment: `Only ${consumers.join(' and ')} may build statements from the SQL fragments of ${name}.`,
  from: { path: '^(libs|apps)/', pathNot: [name, ...consumers].map(module => `^libs/${module}/`) },
  to: { path: [`^libs/${name}/sql\\.ts$`, `^libs/${name}/[^/]+/sql\\.ts$`] },
}));

/** The files through which other modules may import a module; each folder of platform has its own. */
const ENTRY_POINTS = [
  '^libs/[^/]+/(index|contract|model|sql)\\.ts$',
  '^libs/[^/]+/events/index\\.ts$',
  '^libs/identity/access/(index|model)\\.ts$',
  '^libs/platform/[^/]+/(index|sql)\\.ts$',
  '^libs/platform/[^/]+/[^/]+/(index|sql)\\.ts$',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...useRules,
    ...sqlRules,
    {
      name: 'entry-points',
      severity: 'error',
      comment:
        'Import a module through index.ts (server), contract.ts (wire types), model.ts (plain rules) or sql.ts (SQL fragments).',
      from: { path: '^libs/([^/]+)/', pathNot: '^libs/testing/' },
      to: { path: '^libs/[^/]+/.+', pathNot: ['^libs/$1/', ...ENTRY_POINTS] },
    },
    {
      name: 'apps-use-entry-points',
      severity: 'error',
      comment: 'An app combines modules and imports only their entry points.',
      from: { path: '^apps/' },
      to: { path: '^libs/[^/]+/.+', pathNot: ENTRY_POINTS },
    },
    {
      name: 'platform-is-technical',
      severity: 'error',
      comment: 'platform must not depend on business modules.',
      from: { path: '^libs/platform/' },
      to: { path: '^(libs/(?!platform/)|apps/)' },
    },
    {
      name: 'access-is-used-by-all',
      severity: 'error',
      comment: 'All modules use identity/access, so it must not depend on any of them, nor on the rest of identity.',
      from: { path: '^libs/identity/access/' },
      to: { path: '^(libs/(?!platform/|identity/access/)|apps/)' },
    },
    {
      name: 'libs-do-not-use-apps',
      severity: 'error',
      comment: 'A module must not depend on an app.',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'contracts-use-contracts',
      severity: 'error',
      comment: 'A contract declares wire types. It may import other contracts and the model of its own module.',
      from: { path: '^libs/(?!platform/)([^/]+)/contract(\\.ts$|/)' },
      to: {
        path: '^(libs|apps)/',
        pathNot: ['^libs/[^/]+/contract\\.ts$', '^libs/[^/]+/events/index\\.ts$', '^libs/$1/(contract|model|events)/'],
      },
    },
    {
      name: 'models-are-plain',
      severity: 'error',
      comment: 'A model contains rules in plain TypeScript: no Nest, TypeORM, SQL or other modules.',
      from: { path: '^libs/([^/]+)/model/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: ['^libs/', '^node_modules/(@nestjs|typeorm|pg|fastify)'],
        pathNot: [
          '^libs/$1/(model|catalogue|events)/',
          '^libs/$1/contract\\.ts$',
          '^libs/(platform|identity/access)/model\\.ts$',
        ],
      },
    },
    {
      name: 'client-is-independent',
      severity: 'error',
      comment: 'The client is published as a package without dependencies. It imports only its own files.',
      from: { path: '^libs/client/' },
      to: { pathNot: '^libs/client/' },
    },
    {
      name: 'client-is-published-only',
      severity: 'error',
      comment:
        'The client is for integrators. The service must not use it; the MCP server, `nameyard listen` and `nameyard trigger` are programs on top of the API.',
      from: { path: '^(libs|apps)/', pathNot: '^(libs/(client|testing)|apps/(mcp|cli/(listen|trigger)))/' },
      to: { path: '^libs/client/' },
    },
    {
      name: 'test-kit-uses-the-client',
      severity: 'error',
      comment: 'The test kit runs in the processes of its users. It imports only the client and modules of Node.js.',
      from: { path: '^libs/testing/' },
      to: { pathNot: ['^libs/testing/', '^libs/client/(index|webhooks)\\.ts$'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'test-kit-is-published-only',
      severity: 'error',
      comment:
        'The test kit is for integrators, as are `nameyard explore` and the MCP server. The service must not use it.',
      from: { path: '^(libs|apps)/', pathNot: '^(libs/testing|apps/cli/explore|apps/mcp)/' },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'portal-uses-contracts',
      severity: 'error',
      comment: 'The portal runs in browsers. It may import contracts and snippets only.',
      from: { path: '^apps/portal/', pathNot: '^apps/portal/vite\\.config\\.ts$' },
      to: { path: '^(libs|apps)/', pathNot: ['^apps/portal/', '^libs/[^/]+/contract\\.ts$', '^libs/snippets/'] },
    },
    {
      name: 'portal-imports-types',
      severity: 'error',
      comment: 'The classes of contracts depend on server libraries. Use `import type`.',
      from: { path: '^apps/portal/' },
      to: { path: '^libs/(?!snippets/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'portal-is-served-only',
      severity: 'error',
      comment: 'The server serves the built portal and must not import it.',
      from: { path: '^(libs|apps)/', pathNot: '^apps/portal/' },
      to: { path: '^apps/portal/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Merge the files, or move what both need to a third file.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: { conditionNames: ['source', 'import', 'node', 'default'], exportsFields: ['exports'] },
  },
};
