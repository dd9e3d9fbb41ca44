import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import classes from './data-cards.module.css'
import type { TableInstance, TableRow } from './table-columns.ts'

type DataCardsProps<Item extends RowData> = {
  table: TableInstance<Item>
  label?: string
  renderCard: (row: TableRow<Item>) => ReactNode
}

/** A page of rows as cards, for narrow screens. */
export function DataCards<Item extends RowData>({ table, label, renderCard }: DataCardsProps<Item>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {table.getRowModel().rows.map((row) => (
        <li key={row.id} className={classes.card} data-selected={row.getIsSelected() || undefined}>
          {renderCard(row)}
        </li>
      ))}
    </ul>
  )
}
