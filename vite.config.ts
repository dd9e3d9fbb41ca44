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

export default defineConfig({
  plugins: [
    react(),
    withoutUnused,
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
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What every page needs is one file: it packs better, and a phone asks once.
      output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } },
    },
  },
})
