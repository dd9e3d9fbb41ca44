import { Button, type ButtonProps, Popover } from '@mantine/core'
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
import { BusyButton } from '../form/busy-button.tsx'
import { today } from '../format-instant.ts'
import classes from './export-menu.module.css'
import type { Sheet } from './sheet-file.ts'

type ExportMenuProps = {
  exported: Exported
  rows: number
  /** Reads the rows; those of several lists if the page downloads them as one file. */
  readSheet: () => Sheet | readonly Sheet[] | Promise<Sheet>
  /** The accessible name, if the page has another list to download. */
  name?: string
  /** The beginning of the file name, if it is not the list. */
  fileName?: string
  /** The size of the button, next to others. */
  size?: ButtonProps['size']
}

/** Downloads the rows of all pages, as filtered and sorted, with the columns shown. */
export function ExportMenu({
  exported,
  rows,
  readSheet,
  name = messages.download,
  fileName = exported.list,
  size = 'compact-sm',
}: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { isPending, mutate, variables } = useMutation({
    mutationFn: async (format: ExportFormat) =>
      exportRows([await readSheet()].flat(), { ...exported, fileName }, format),
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
          size={size}
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
          <BusyButton
            key={format}
            variant="default"
            size="sm"
            fullWidth
            isBusy={isPending && variables === format}
            onClick={() => isPending || mutate(format)}
          >
            {messages.formats[format]}
          </BusyButton>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The server records the download first; without the record there is no file. */
async function exportRows(
  sheets: readonly Sheet[],
  { list, fileName, ...source }: Exported & { fileName: string },
  format: ExportFormat,
) {
  const { writeSheets } = await import('./sheet-file.ts')
  const save = await writeSheets(sheets, format)
  const belongsTo = 'criteria' in source ? { criteria: describeCriteria(source.criteria) } : source
  const { client } = await call(recordExport, { list, format, rows: countRows(sheets), ...belongsTo })
  const owner = 'criteria' in source ? client : source.incidentNumber
  save(
    `${[toFileNamePart(fileName), owner && toFileNamePart(owner), today()].filter(Boolean).join('-')}.${format}`,
  )
}

const countRows = (sheets: readonly Sheet[]) => sheets.reduce((sum, { rows }) => sum + rows.length, 0)

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
