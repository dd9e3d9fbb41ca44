import { Button, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { messages } from '../../messages.ts'
import classes from './results.module.css'
import type { ResultsTable } from './use-result-table.ts'

/** Which columns are shown; remembered. */
export function ColumnChooser({ table }: { table: ResultsTable }) {
  return (
    <Popover position="bottom-end" shadow="none" trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
        >
          {messages.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.columns}>
        {table
          .getAllLeafColumns()
          .filter((column) => column.getCanHide())
          .map((column) => (
            <label key={column.id} className={classes.columnChoice}>
              <input
                type="checkbox"
                checked={column.getIsVisible()}
                onChange={column.getToggleVisibilityHandler()}
              />
              {column.columnDef.meta?.label}
            </label>
          ))}
      </Popover.Dropdown>
    </Popover>
  )
}
