const test = '[.]test[.]tsx?$'
const rooms = { app: '^src/app/', platform: '^src/platform/', testing: '^src/testing/', demo: '^src/demo/' }
const kits = [rooms.platform, rooms.testing, rooms.demo]
const web = '^src/[^/]+/web/'
const server = ['^src/[^/]+/server/', '^src/app/[^/]+[.]ts$']
const meetingPoints = '^src/[^/]+/(contract|rules)[.]ts$'
const doors = '^src/((sign-in|clients|geography)/server|geography/web|demo)/'

/** The borders of the house (docs/decisions/0001-vertical-slices.md): what may know what. */
module.exports = {
  forbidden: [
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: rooms.platform, pathNot: test },
      to: { path: '^src/', pathNot: rooms.platform },
    },
    {
      name: 'the-demonstration-kit-knows-no-feature',
      severity: 'error',
      from: { path: rooms.demo, pathNot: test },
      to: { path: '^src/', pathNot: [rooms.demo, rooms.platform] },
    },
    {
      name: 'only-demonstration-parts-use-the-kit',
      severity: 'error',
      from: { path: '^src/', pathNot: [rooms.app, rooms.demo, rooms.testing, '/server/demo-[^/]+$', test] },
      to: { path: rooms.demo },
    },
    {
      name: 'features-meet-at-contract-and-rules',
      comment: 'Only the doors of sign-in, clients and geography are open to the code of others.',
      severity: 'error',
      from: { path: '^src/(?!app/|platform/|testing/|demo/)([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/$1/', ...kits, meetingPoints, doors] },
    },
    {
      name: 'only-app-knows-all',
      severity: 'error',
      from: { path: '^src/', pathNot: [rooms.app, rooms.testing] },
      to: { path: rooms.app },
    },
    {
      name: 'nothing-shipped-imports-testing',
      severity: 'error',
      from: { path: '^src/', pathNot: [rooms.testing, test] },
      to: { path: [rooms.testing, test] },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: web },
      to: { path: server },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: server },
      to: { path: web },
    },
    {
      name: 'contracts-import-only-schemas',
      severity: 'error',
      from: { path: ['^src/[^/]+/contract[.]ts$', '^src/platform/contract/'], pathNot: test },
      to: { pathNot: ['^src/[^/]+/contract[.]ts$', '^src/platform/contract/', 'node_modules/zod/'] },
    },
    {
      name: 'rules-and-messages-know-neither-side',
      severity: 'error',
      from: { path: '^src/[^/]+/(rules|messages)[.]ts$' },
      to: { path: [web, ...server] },
    },
    {
      name: 'what-serves-is-a-dependency',
      comment: 'A package that server code imports at run time must not be a devDependency.',
      severity: 'error',
      from: { path: server, pathNot: test },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
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
