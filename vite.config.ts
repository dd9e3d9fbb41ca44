import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

/**
 * Modules that the pages never call: Zod's JSON schema generator, its English messages, which are never shown, its
 * compiler, which the content security policy forbids, and its support of cyclic values, which JSON cannot have; the
 * pages of infinite queries; and parts that Mantine's components include for properties that no page sets.
 */
const unusedModules = new RegExp(
  [
    'zod/v4/(core/(to-json-schema|json-schema-processors|doc|memoizer)|locales/en)\\.js',
    'query-core/.*/infiniteQueryBehavior\\.js',
    '@mantine/core/.*/(PopoverContextMenu|MenuContextMenu|FloatingArrow|get-arrow-position-styles|ComboboxSearch)\\.mjs',
    '@mantine/core/.*/(Button|ActionIcon)Group(Section)?\\.mjs',
  ].join('|'),
)

/** The uses of these modules, which would show nothing. */
const usesUnused = /InfiniteQuer|ContextMenu|withArrow|Combobox\.?Search|(Button|ActionIcon)\.?Group/

const stubUnusedModules: Plugin = {
  name: 'stub-unused-modules',
  apply: 'build',
  transform: {
    filter: { id: [unusedModules, /\/src\/.*\.tsx?$/] },
    handler(code, id) {
      if (!unusedModules.test(id)) {
        const [use] = usesUnused.exec(code) ?? []
        return use && this.error(`${id} uses ${use}, which vite.config.ts leaves out of the pages.`)
      }
      const declared = code.matchAll(/^export (?:const|function|class) (\w+)/gm)
      const listed = code.matchAll(/^export \{ (.+) \};$/gm)
      const names = [...declared, ...listed].flatMap(([, found = '']) => found.split(', '))
      const exported = names.map((name) => `export { none as ${name.split(' as ').pop()} }`)
      return ['const none = () => {}', ...exported, 'export default none'].join('\n')
    },
  },
}

/** Removes the summaries of endpoints, which only the server uses, for the API reference. */
const removeSummaries: Plugin = {
  name: 'remove-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /contract\.ts$/ },
    handler: (code) => code.replaceAll(/^ +summary:\s+(['"])(?:(?!\1)[^\\\n]|\\.)*\1,\n/gm, ''),
  },
}

/** Moves the tags of the code and its styles into a template, from which index.html loads them after the first paint. */
const deferCode: Plugin = {
  name: 'defer-code',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [script = '', code] =
        /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? []
      const [styles = ''] = /<link rel="stylesheet" [^>]+>/.exec(html) ?? []
      return html
        .replace(script, '')
        .replace(styles, '')
        .replace('<!--deferred-->', `${styles}<link rel="modulepreload" crossorigin href="${code}">`)
    },
  },
}

/** Browsers of the last two years (see README). */
const supportedBrowsers = ['chrome131', 'edge131', 'firefox132', 'safari18']

export default defineConfig({
  plugins: [
    react(),
    stubUnusedModules,
    removeSummaries,
    deferCode,
    compression({
      include: /\.(m?js|css|svg|json)$/,
      exclude: /^\.vite\//,
      threshold: 512,
      algorithms: ['gzip', 'brotliCompress'],
    }),
  ],
  resolve: {
    // React already includes what this shim provides.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: supportedBrowsers,
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // The licenses of the packages in the pages, for the notices of a release.
    license: { fileName: '.vite/licenses.json' },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Modules that load together share a file: it compresses better and takes one request.
      output: {
        // The names of all files are in the first script, and hashes do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 2 },
            {
              name: 'error-notices',
              test: /web\/(results-area|use-error-notice|return-path-storage)\.tsx?$|classic\/coerce/,
              priority: 2,
            },
            { name: 'date-format', test: /contract\/date-format|web\/format-instant/, priority: 2 },
            {
              name: 'form-fields',
              test: /platform\/web\/(page\/use-screen|combo-box\/(after-pause|suggestion-box|option-search)|form\/form\.)|\/components\/(NativeSelect|TextInput|Group)\/|useQuery|queryOptions\.|@tanstack\/store\/.*\/store\.|useRouterState|Icon(Search|MapPin|Building)\./,
              priority: 1,
            },
            {
              name: 'search-form',
              test: /provider-search\/(messages|rules|web\/(search-(values|params|request)|lookup-queries|use-search-form|form\/((quick-search-form|what-field|where-field|field-props)\.tsx|(use-quick-search|resolve-what|resolve-where|place-abroad)\.ts)))/,
              priority: 1,
            },
            {
              name: 'documents',
              test: /platform\/(document-messages|web\/(document\/|pdf\/(?!pdf-renderer|print-pdf)))|app\/web\/routes\/document-launcher/,
            },
            {
              name: 'table',
              test: /react-table|table-core|\/components\/Pagination\/|web\/table\/(data-|horizontal-scroll|list-pager|render-in|table-columns|table-options|use-data)|Icon(Columns3|Printer|ArrowsSort|ArrowUp|ArrowDown|FileTypePdf|Eye|Stethoscope)\./,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
