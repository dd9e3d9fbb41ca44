import { NativeSelect } from '@mantine/core'
import { messages } from '../../messages.ts'
import classes from './results.module.css'
import type { ResultsTable } from './use-result-table.ts'

/** The order of the cards: as found, or by any column. */
export function SortChoice({ table }: { table: ResultsTable }) {
  const [sorted] = table.state.sorting
  const columns = table.getAllLeafColumns().map(({ id, columnDef }) => ({
    value: id,
    label: columnDef.meta?.label ?? id,
  }))
  return (
    <NativeSelect
      label={messages.sortBy}
      size="sm"
      className={classes.sortBy}
      value={sorted?.id ?? ''}
      data={[{ value: '', label: messages.asFound }, ...columns]}
      onChange={({ currentTarget: { value } }) => table.setSorting(value ? [{ id: value, desc: false }] : [])}
    />
  )
}
