import { findMatches, type Rule } from './rule.ts'
import { type Source, ships } from './source.ts'

const tableFolder = 'src/platform/web/table/'
/** Tables of fixed content: no list that grows, is sorted or is paged. */
const staticTables = [
  'src/app/web/developers/endpoint-description.tsx',
  'src/features/authorizations/web/list/pending-list.tsx',
  'src/features/billing/web/billing.tsx',
  'src/features/provider-search/web/results/print-sheet.tsx',
]

const isPage = (source: Source) => ships(source) && /\/web\//.test(source.path)
const isOutside = ({ path }: Source) => !path.startsWith(tableFolder)

/** Lists are data tables (docs/decisions/0034-one-data-table.md). */
export const tableRules: Rule[] = [
  {
    title: 'only the data table uses the table library',
    appliesTo: (source) => isPage(source) && isOutside(source),
    violations: findMatches(/@tanstack\/react-table/),
    fixture: {
      path: 'src/features/billing/web/bill-list.tsx',
      text: ["import { useTable } from '@tanstack", "react-table'"].join('/'),
    },
  },
  {
    title: 'lists are shown in the data table',
    appliesTo: (source) => isPage(source) && isOutside(source) && !staticTables.includes(source.path),
    violations: findMatches(/<(table|Table)\b/),
    fixture: {
      path: 'src/features/billing/web/bill-list.tsx',
      text: '<table aria-label={messages.bills}>',
    },
  },
]
