const test = '[.]test[.]tsx?$'
const app = '^src/app/'
const platform = '^src/platform/'
const embeddedPostgres = '^src/embedded-postgres/'
const seed = '^src/seed/'
const testSupport = '^tests/support/'
const web = '^src/(features/)?[^/]+/web/'
const server = [
  '^src/features/[^/]+/server/',
  '^src/platform/(backup|cli|concurrency|config|db|http|import|jobs|mail|pdf|telemetry)/',
  '^src/app/[^/]+[.]ts$',
  embeddedPostgres,
]
/** The one module of these that needs nothing of a server. */
const inPagesToo = '^src/platform/concurrency/serial-queue[.]ts$'
const contractsAndRules = '^src/features/[^/]+/(contract|case-contract|activity-contract|rules)[.]ts$'
const publicModules = [
  '^src/features/(sign-in|clients|geography)/server/',
  '^src/features/geography/web/',
  '^src/features/sign-in/web/(token-store[.]ts|step-up-confirm[.]tsx)$',
]

/** The architecture rules on imports (docs/decisions/0001-vertical-slices.md, docs/ARCHITECTURE.md). */
module.exports = {
  forbidden: [
    {
      name: 'platform-imports-no-feature',
      severity: 'error',
      from: { path: platform, pathNot: test },
      to: { path: '^(src|tests|tools)/', pathNot: [platform, embeddedPostgres] },
    },
    {
      name: 'embedded-postgres-imports-nothing-of-the-portal',
      severity: 'error',
      from: { path: embeddedPostgres, pathNot: test },
      to: { path: '^(src|tests|tools)/', pathNot: embeddedPostgres },
    },
    {
      name: 'seed-helpers-import-no-feature',
      severity: 'error',
      from: { path: seed, pathNot: test },
      to: { path: '^(src|tests|tools)/', pathNot: [seed, platform] },
    },
    {
      name: 'only-seeds-import-seed-helpers',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [app, seed, '/server/(seed/)?[^/]+-seed[.]ts$', '/server/seed-[^/]+$', test],
      },
      to: { path: seed },
    },
    {
      name: 'features-import-contracts-and-rules-only',
      comment:
        'Of other features, only the public modules of sign-in, clients and geography may also be imported.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: {
        path: '^(src|tests|tools)/',
        pathNot: ['^src/features/$1/', platform, testSupport, seed, contractsAndRules, ...publicModules],
      },
    },
    {
      name: 'only-app-imports-app',
      severity: 'error',
      from: { path: '^(src|tests/support|tools)/', pathNot: [app, testSupport] },
      to: { path: app },
    },
    {
      name: 'product-code-imports-no-test-support',
      severity: 'error',
      from: { path: '^(src|tools)/', pathNot: test },
      to: { path: [testSupport, test] },
    },
    {
      name: 'web-imports-no-server',
      severity: 'error',
      from: { path: web },
      to: { path: server, pathNot: inPagesToo },
    },
    {
      name: 'server-imports-no-web',
      severity: 'error',
      from: { path: server },
      to: { path: web },
    },
    {
      name: 'contracts-import-only-schemas',
      severity: 'error',
      from: {
        path: ['^src/features/[^/]+/[^/]*contract[.]ts$', '^src/platform/contract/'],
        pathNot: test,
      },
      to: {
        pathNot: [
          '^src/(features/[^/]+|platform)/[^/]*contract[.]ts$',
          '^src/platform/contract/',
          'node_modules/zod/',
        ],
      },
    },
    {
      name: 'rules-and-messages-import-neither-side',
      severity: 'error',
      from: { path: '^src/features/[^/]+/(rules|messages)[.]ts$' },
      to: { path: [web, ...server] },
    },
    {
      name: 'server-packages-are-dependencies',
      comment: 'A package that server code imports at run time must not be a devDependency.',
      severity: 'error',
      from: { path: server, pathNot: test },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved-imports', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|var|test-results)/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
