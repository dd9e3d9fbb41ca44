import { Button } from '@mantine/core'
import { IconFileTypeCsv, IconPrinter } from '@tabler/icons-react'
import { showError } from '#platform/web/error-notice.tsx'
import { messages } from '../../messages.ts'
import { EmailSelected } from '../email/email-selected.tsx'
import { offersEmail } from '../search-values.ts'
import { CopyLink } from './copy-link.tsx'
import { getSelectedProviders } from './selected-rows.ts'
import { type ResultsOnPage, useExportPrint } from './use-export-print.ts'

/** The actions on the results: print, export, email and copy link. */
export function ResultActions(results: ResultsOnPage) {
  const { sheet, print, save, areSelected } = useExportPrint(results)
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
        onClick={() => print().catch(() => showError(messages.sheetFailed))}
      >
        {areSelected ? messages.printSelected : messages.printAll}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconFileTypeCsv size={16} stroke={1.75} aria-hidden />}
        onClick={() => save().catch(() => showError(messages.fileFailed))}
      >
        {areSelected ? messages.exportSelected : messages.exportAll}
      </Button>
      {offersEmail(results.search, results.submitted) && (
        <EmailSelected
          search={results.search}
          areSelected={areSelected}
          selected={() => getSelectedProviders(results.table).providers}
        />
      )}
      <CopyLink hasStreet={results.submitted.address !== ''} />
      {sheet}
    </>
  )
}
