import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** What nothing of the pages calls: Zod's descriptions of schemas, and its English, which nobody reads. */
const unused = /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/
const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  transform: {
    filter: { id: unused },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      const exported = names.map((name) => `export const ${name} = none`)
      return ['const none = () => ({})', ...exported, 'export default none'].join('\n')
    },
  },
}

/** The tags of the code and its styles become needs, which index.html asks for after the first frame. */
const codeAfterContent: Plugin = {
  name: 'code-after-content',
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
        .replace('<!--needs-->', `${styles}<link rel="modulepreload" crossorigin href="${code}">`)
    },
  },
}

/** The browsers of the last two years, as the README says. */
const supportedBrowsers = ['chrome131', 'edge131', 'firefox132', 'safari18']

export default defineConfig({
  plugins: [
    react(),
    withoutUnused,
    codeAfterContent,
    compression({
      include: /\.(m?js|css|svg|json)$/,
      threshold: 512,
      algorithms: ['gzip', 'brotliCompress'],
    }),
  ],
  resolve: {
    // React itself has what the shim stands in for.
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
      // What comes together is one file: it packs better, and a phone asks once.
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 2 },
            {
              name: 'notices',
              test: /web\/(error-state|use-error-notice|spinner|return-to)\.tsx?$|classic\/coerce/,
              priority: 2,
            },
            {
              name: 'fields',
              test: /platform\/web\/(combo-box|error-summary)\/|\/components\/(NativeSelect|TextInput|Group)\/|react-hook-form|useQuery/,
              priority: 1,
            },
            {
              name: 'documents',
              test: /platform\/(document-messages|web\/(document\/|pdf\/(?!load-pdf|print-pdf)))|app\/web\/document-launcher/,
            },
            {
              name: 'table',
              test: /react-table|table-core|\/components\/(Pagination|Badge)\/|web\/horizontal-scroll|web\/table\/(column-chooser|list-pager|table-f|use|collate)|Icon(Columns3|Printer|ArrowsSort|ArrowUp|ArrowDown)\./,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
