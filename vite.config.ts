import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** Modules that the pages never call: Zod's JSON schema generator and its English messages, which are never shown. */
const unusedModules = /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/
const stubUnusedModules: Plugin = {
  name: 'stub-unused-modules',
  apply: 'build',
  transform: {
    filter: { id: unusedModules },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const exported = names.map((name) => `export const ${name} = none`)
      return ['const none = () => ({})', ...exported, 'export default none'].join('\n')
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
            {
              name: 'form-fields',
              test: /platform\/web\/(combo-box\/(suggestion-box|option-search)|form\/form\.)|\/components\/(NativeSelect|TextInput|Group)\/|useQuery|Icon(Search|MapPin)\./,
              priority: 1,
            },
            {
              name: 'documents',
              test: /platform\/(document-messages|web\/(document\/|pdf\/(?!pdf-renderer|print-pdf)))|app\/web\/routes\/document-launcher/,
            },
            {
              name: 'table',
              test: /react-table|table-core|\/components\/Pagination\/|web\/table\/(data-|horizontal-scroll|list-pager|render-in|table-columns|table-options|use-data)|Icon(Columns3|Printer|ArrowsSort|ArrowUp|ArrowDown)\./,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
