import type { RowData } from '@tanstack/react-table'
import type { HTMLAttributes, ReactNode } from 'react'
import classes from './data-cards.module.css'
import { openOnClick } from './data-table.tsx'
import type { TableInstance, TableRow } from './table-columns.ts'

type CardProps = HTMLAttributes<HTMLLIElement> & { 'data-highlighted'?: boolean | undefined }

type DataCardsProps<Item extends RowData> = {
  table: TableInstance<Item>
  label?: string
  renderCard: (row: TableRow<Item>, index: number) => ReactNode
  /** Handlers and a highlight of a card. */
  getCardProps?: ((item: TableRow<Item>) => CardProps | undefined) | undefined
  /** Opens an item. A click anywhere on its card does so, except on a control. */
  onOpen?: ((item: Item) => void) | undefined
}

/** A page of rows as cards, for narrow columns. */
export function DataCards<Item extends RowData>(props: DataCardsProps<Item>) {
  const { table, label, renderCard, getCardProps, onOpen } = props
  return (
    <ul className={classes.cards} aria-label={label}>
      {table.getRowModel().rows.map((row, index) => (
        <li
          key={row.id}
          className={classes.card}
          data-selected={row.getIsSelected() || undefined}
          {...(onOpen && openOnClick(() => onOpen(row.original)))}
          {...getCardProps?.(row)}
        >
          {renderCard(row, index)}
        </li>
      ))}
    </ul>
  )
}
