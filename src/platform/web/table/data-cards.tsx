import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import classes from './data-cards.module.css'
import { openOnClick } from './data-table.tsx'
import type { TableInstance, TableRow } from './table-columns.ts'

type DataCardsProps<Item extends RowData> = {
  table: TableInstance<Item>
  label?: string
  renderCard: (row: TableRow<Item>) => ReactNode
  /** Opens an item. A click anywhere on its card does so, except on a control. */
  onOpen?: ((item: Item) => void) | undefined
}

/** A page of rows as cards, for narrow screens. */
export function DataCards<Item extends RowData>({ table, label, renderCard, onOpen }: DataCardsProps<Item>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {table.getRowModel().rows.map((row) => (
        <li
          key={row.id}
          className={classes.card}
          data-selected={row.getIsSelected() || undefined}
          {...(onOpen && openOnClick(() => onOpen(row.original)))}
        >
          {renderCard(row)}
        </li>
      ))}
    </ul>
  )
}
