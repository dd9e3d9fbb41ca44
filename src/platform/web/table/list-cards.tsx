import type { Cell, RowData } from '@tanstack/react-table'
import classes from './cards.module.css'
import type { Features, PagedTable } from './table-features.ts'

type ListCardsProps<Item extends RowData> = { table: PagedTable<Item>; label: string }

/** A page of a list as cards for narrow screens; empty values are omitted. */
export function ListCards<Item extends RowData>({ table, label }: ListCardsProps<Item>) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {table.getRowModel().rows.map((row) => {
        const [head, ...cells] = row.getAllCells()
        const facts = cells.filter((cell) => !isWay(cell) && cell.getValue() !== undefined)
        return (
          <li key={row.id} className={classes.card}>
            {head && (
              <h2>
                <table.FlexRender cell={head} />
              </h2>
            )}
            <dl>
              {facts.map((cell) => (
                <div key={cell.id} data-kind={cell.column.columnDef.meta?.kind}>
                  <dt>{cell.column.columnDef.meta?.label}</dt>
                  <dd>
                    <table.FlexRender cell={cell} />
                  </dd>
                </div>
              ))}
            </dl>
            <div className={classes.ways}>
              {cells.filter(isWay).map((cell) => (
                <table.FlexRender key={cell.id} cell={cell} />
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const isWay = <Item extends RowData>({ column }: Cell<Features, Item>) =>
  column.columnDef.meta?.kind === 'way'
