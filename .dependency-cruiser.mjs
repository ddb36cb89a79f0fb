/** The law between the modules. A rule's comment is what whoever breaks it gets to read. */

/** Whose server door each module may enter, beside its own files; everyone may enter `platform`. */
const DOORS = {
  tenancy: [],
  'api-keys': ['tenancy'],
  domains: [],
  orders: ['domains'],
  checkout: ['orders', 'domains'],
  accounts: ['tenancy'],
  usage: ['api-keys', 'webhooks'],
  webhooks: [],
  registrar: [],
};

const modules = Object.keys(DOORS);

const doorRules = modules.map(name => ({
  name: `doors-of-${name}`,
  severity: 'error',
  comment: `${name} may ask ${DOORS[name].join(' and ') || 'no other module'}, through index.ts. What another module should do as a consequence is an event; what it is made of stands in its contract.ts.`,
  from: { path: `^libs/${name}/` },
  to: {
    path: '^libs/[^/]+/index\\.ts$',
    pathNot: [name, 'platform', ...DOORS[name]].map(door => `^libs/${door}/`),
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...doorRules,
    {
      name: 'only-doors',
      severity: 'error',
      comment:
        'A module is entered by index.ts (server), contract.ts (wire) or, for platform, model.ts. Export there what others need.',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/.+', pathNot: ['^libs/$1/', '^libs/[^/]+/(index|contract|model)\\.ts$'] },
    },
    {
      name: 'apps-use-doors',
      severity: 'error',
      comment: 'An app puts modules together; it knows their doors and nothing behind them.',
      from: { path: '^apps/' },
      to: { path: '^libs/[^/]+/.+', pathNot: '^libs/[^/]+/(index|contract|model)\\.ts$' },
    },
    {
      name: 'platform-knows-nobody',
      severity: 'error',
      comment: 'The technical lib must not know the business.',
      from: { path: '^libs/platform/' },
      to: { path: '^(libs/(?!platform/)|apps/)' },
    },
    {
      name: 'libs-do-not-know-apps',
      severity: 'error',
      comment: 'An app starts modules; a module does not know which app it runs in.',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'contracts-know-contracts',
      severity: 'error',
      comment:
        "A contract says what is on the wire: it may read other contracts, and the plain rules of its own module's model.",
      from: { path: '^libs/(?!platform/)([^/]+)/contract(\\.ts$|/)' },
      to: { path: '^(libs|apps)/', pathNot: ['^libs/[^/]+/contract\\.ts$', '^libs/$1/(contract|model)/'] },
    },
    {
      name: 'models-are-plain',
      severity: 'error',
      comment: 'A model holds rules in plain TypeScript: no Nest, no TypeORM, no SQL, no other module.',
      from: { path: '^libs/([^/]+)/model/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: ['^libs/', '^node_modules/(@nestjs|typeorm|pg|fastify)'],
        pathNot: ['^libs/$1/(model|catalogue)/', '^libs/$1/contract\\.ts$', '^libs/platform/model\\.ts$'],
      },
    },
    {
      name: 'portal-knows-the-wire',
      severity: 'error',
      comment: 'The portal runs in browsers: of the server it may know what is on the wire, which contracts say.',
      from: { path: '^apps/portal/' },
      to: { path: '^(libs|apps)/', pathNot: ['^apps/portal/', '^libs/[^/]+/contract\\.ts$'] },
    },
    {
      name: 'portal-takes-types-only',
      severity: 'error',
      comment: "A contract's classes bring the server's libraries along; its types bring nothing: `import type`.",
      from: { path: '^apps/portal/' },
      to: { path: '^libs/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'portal-is-asked-over-http',
      severity: 'error',
      comment: 'The server serves what was built of the portal; it never runs it.',
      from: { path: '^(libs|apps)/', pathNot: '^apps/portal/' },
      to: { path: '^apps/portal/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one thing, or hide a third.',
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
