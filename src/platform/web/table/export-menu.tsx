import { Button, Popover } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Exported,
  type ExportFormat,
  exportFormat,
  maxCriteriaLength,
  recordExport,
} from '../../contract.ts'
import { messages } from '../../export-messages.ts'
import { call } from '../api-client.ts'
import { dismissError, showError } from '../error-notice.tsx'
import { today } from '../format-instant.ts'
import classes from './export-menu.module.css'
import type { Sheet } from './sheet-file.ts'

type ExportMenuProps = {
  exported: Exported
  rows: number
  readSheet: () => Sheet
  /** The accessible name, if the page has another list to download. */
  name?: string
}

/** Downloads the rows of all pages, as filtered and sorted, with the columns shown. */
export function ExportMenu({ exported, rows, readSheet, name = messages.download }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { isPending, mutate } = useMutation({
    mutationFn: (format: ExportFormat) => exportRows(readSheet(), exported, format),
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
          data-noprint
          aria-label={name}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen((before) => !before)}
        >
          {messages.download}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} className={classes.formats}>
        <p>{messages.contents(rows)}</p>
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
async function exportRows(sheet: Sheet, { list, ...source }: Exported, format: ExportFormat) {
  const { writeSheet } = await import('./sheet-file.ts')
  const save = await writeSheet(sheet, format)
  const belongsTo = 'criteria' in source ? { criteria: describeCriteria(source.criteria) } : source
  const { client } = await call(recordExport, { list, format, rows: sheet.rows.length, ...belongsTo })
  const owner = 'criteria' in source ? client : source.incidentNumber
  save(`${[list, owner && toFileNamePart(owner), today()].filter(Boolean).join('-')}.${format}`)
}

const maxOwnerLength = 30

/** Letters, digits and hyphens, so that every system can store the file. */
const toFileNamePart = (text: string) => text.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, maxOwnerLength)

/** A longer value, such as a list of many client codes, would leave no room for the others. */
const maxValueLength = 200

/** Describes a search and filters, such as "search: ada; status: any". */
const describeCriteria = (criteria: object) =>
  Object.entries(criteria)
    .map(([name, value]) => [name, String(value).slice(0, maxValueLength)])
    .filter(([, value]) => value !== '' && value !== 'false')
    .map((pair) => pair.join(': '))
    .join('; ')
    .slice(0, maxCriteriaLength)
