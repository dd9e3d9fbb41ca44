import type { RowData } from '@tanstack/react-table'
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import classes from './data-cards.module.css'
import { openOnClick } from './data-table.tsx'
import type { TableInstance, TableRow } from './table-columns.ts'

type DataCardsProps<Item extends RowData> = {
  table: TableInstance<Item>
  label?: string
  renderCard: (row: TableRow<Item>, index: number) => ReactNode
  /** Renders the list item around a card. */
  renderItem?: ((row: TableRow<Item>, item: ComponentProps<'li'>) => ReactNode) | undefined
  /** Opens an item. A click anywhere on its card does so, except on a control. */
  onOpen?: ((item: Item) => void) | undefined
}

/** A page of rows as cards, for narrow columns. */
export function DataCards<Item extends RowData>(props: DataCardsProps<Item>) {
  const { table, label, renderCard, renderItem, onOpen } = props
  return (
    <ul className={classes.cards} aria-label={label}>
      {table.getRowModel().rows.map((row, index) => {
        const item = {
          className: classes.card,
          'data-selected': row.getIsSelected() || undefined,
          ...(onOpen && openOnClick(() => onOpen(row.original))),
          children: renderCard(row, index),
        }
        return <Fragment key={row.id}>{renderItem ? renderItem(row, item) : <li {...item} />}</Fragment>
      })}
    </ul>
  )
}
