import { findMatches, type Rule } from './rule.ts'
import { type Source, ships } from './source.ts'

const isWeb = (source: Source) => ships(source) && source.path.includes('/web/')

const tableFolder = 'src/platform/web/table/'
/** Tables with fixed content. They do not grow, and have no sorting or pages. */
const staticTables = [
  'src/app/web/developers/endpoint-description.tsx',
  'src/features/authorizations/web/list/pending-list.tsx',
  'src/features/billing/web/billing.tsx',
  'src/features/provider-search/web/results/print-sheet.tsx',
]

const isOutsideTables = ({ path }: Source) => !path.startsWith(tableFolder)

/** Each of these mechanisms exists once; the rules reject a second one. */
export const webRules: Rule[] = [
  {
    title: 'only the storage module accesses local and session storage',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/platform/web/storage.ts',
    violations: findMatches(/\b(localStorage|sessionStorage)\b/),
    fixture: {
      path: 'src/features/billing/web/billing.tsx',
      text: "window.sessionStorage.setItem('dates', dates)",
    },
  },
  {
    title: 'only main.tsx composes the API client',
    appliesTo: (source) =>
      isWeb(source) && !['src/platform/web/api-client.ts', 'src/app/web/main.tsx'].includes(source.path),
    violations: findMatches(/\b(createApiClient|setApiClient)\b/),
    fixture: {
      path: 'src/app/web/staff-shell/staff-module.ts',
      text: 'setApiClient(({ url }) => fetch(url))',
    },
  },
  {
    title: 'only the form module imports react-hook-form',
    appliesTo: (source) => ships(source) && !source.path.startsWith('src/platform/web/form/'),
    violations: findMatches(/['"]react-hook-form\b/),
    fixture: {
      path: 'src/features/vob/web/vob-wizard.tsx',
      text: "const { useForm } = await import('react-hook-form')",
    },
  },
  {
    title: 'only the data table uses the table library',
    appliesTo: (source) => isWeb(source) && isOutsideTables(source),
    violations: findMatches(/@tanstack\/react-table/),
    fixture: {
      path: 'src/features/billing/web/bill-list.tsx',
      text: ["import { useTable } from '@tanstack", "react-table'"].join('/'),
    },
  },
  {
    title: 'only the data table renders lists as tables',
    appliesTo: (source) => isWeb(source) && isOutsideTables(source) && !staticTables.includes(source.path),
    violations: findMatches(/<(table|Table)\b/),
    fixture: {
      path: 'src/features/billing/web/bill-list.tsx',
      text: '<table aria-label={messages.bills}>',
    },
  },
]
