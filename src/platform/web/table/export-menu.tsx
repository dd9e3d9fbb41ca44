import { Button, Popover } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { RowData } from '@tanstack/react-table'
import { useState } from 'react'
import { messages } from '../../export-messages.ts'
import {
  type ExportedList,
  type ExportFormat,
  exportFormat,
  recordExport,
} from '../../list-export-contract.ts'
import { call } from '../api-client.ts'
import { dismissError, showError } from '../error-notice.tsx'
import { today } from '../format-instant.ts'
import classes from './export-menu.module.css'
import { readSheet } from './sheet-columns.ts'
import type { Sheet } from './sheet-file.ts'
import type { TableInstance } from './table-columns.ts'

type ExportMenuProps<Item extends RowData> = {
  table: TableInstance<Item>
  list: ExportedList
  /** Whether the list shows all columns, as cards do, and not just the chosen ones. */
  hasAllColumns: boolean
}

/** Downloads the rows of all pages, as filtered and sorted, with the columns shown. */
export function ExportMenu<Item extends RowData>({ table, list, hasAllColumns }: ExportMenuProps<Item>) {
  const [isOpen, setOpen] = useState(false)
  const { isPending, mutate } = useMutation({
    mutationFn: (format: ExportFormat) => exportRows(readSheet(table, hasAllColumns), list, format),
    onMutate: dismissError,
    onSuccess: () => setOpen(false),
    onError: () => showError(messages.failed),
  })
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      hideDetached={false}
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen((before) => !before)}
        >
          {messages.download}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.download} className={classes.formats}>
        <p>{messages.contents(table.getRowCount())}</p>
        {exportFormat.options.map((format) => (
          <Button
            key={format}
            variant="default"
            size="sm"
            fullWidth
            // A disabled button would lose the focus.
            aria-disabled={isPending}
            onClick={() => isPending || mutate(format)}
          >
            {messages.formats[format]}
          </Button>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The server records the download first; without the record there is no file. */
async function exportRows(sheet: Sheet, list: ExportedList, format: ExportFormat) {
  const { writeSheet } = await import('./sheet-file.ts')
  const save = await writeSheet(sheet, format)
  await call(recordExport, { list, format, rows: sheet.rows.length })
  save(`${list}-${today()}.${format}`)
}
