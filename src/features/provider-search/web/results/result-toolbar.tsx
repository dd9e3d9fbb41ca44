import { Button, VisuallyHidden } from '@mantine/core'
import {
  IconBookmark,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconLink,
  IconMail,
  IconPrinter,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { ColumnChooser, SortChoice } from '#platform/web/table/table-options.tsx'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../result-messages.ts'
import { offersEmail } from '../search-values.ts'
import { useLazyModal } from '../use-lazy-modal.tsx'
import classes from './results.module.css'
import { getSelectedProviders, type ResultsOnPage, useExportPrint } from './use-export-print.tsx'
import { type Shortlisted, useShortlist } from './use-results-view.ts'

type ResultToolbarProps = ResultsOnPage & { hasColumns: boolean; isPhone: boolean }

/**
 * The selection across all pages, the actions on the results, and column or sort choices. When a pressed button
 * disappears, the focus moves to the first remaining one. On a phone, the actions stay in view while there is a
 * selection or a shortlist.
 */
export function ResultToolbar({ hasColumns, isPhone, ...results }: ResultToolbarProps) {
  const { table, search } = results
  const { entries } = useShortlist(search.code)
  const all = table.getCoreRowModel().rows.length
  const { providers, areSelected } = getSelectedProviders(table)
  const selected = areSelected ? providers.length : 0
  const choices = useRef<HTMLDivElement>(null)
  const press = (select: () => void) => () => {
    flushSync(select)
    if (document.activeElement === document.body) choices.current?.querySelector('button')?.focus()
  }
  return (
    <div className={classes.toolbar}>
      <div ref={choices} className={classes.selection}>
        {!hasColumns && !table.getIsAllPageRowsSelected() && (
          <Button
            size="compact-md"
            variant="default"
            onClick={press(() => table.toggleAllPageRowsSelected(true))}
          >
            {messages.selectPage}
          </Button>
        )}
        {selected < all && (
          <Button
            size="compact-md"
            variant="default"
            onClick={press(() => table.toggleAllRowsSelected(true))}
          >
            {messages.selectAll(all)}
          </Button>
        )}
        {selected > 0 && (
          <Button size="compact-md" variant="default" onClick={press(() => table.resetRowSelection(true))}>
            {messages.clearSelection}
          </Button>
        )}
        <span role="status">{selected > 0 && messages.selected(selected)}</span>
      </div>
      <div className={classes.selection} data-docked={selected + entries.length > 0 || undefined}>
        <ResultActions {...results} />
        {hasColumns ? (
          <ColumnChooser table={table} />
        ) : (
          !isPhone && <SortChoice table={table} unsorted={messages.asFound} className={classes.sortBy} />
        )}
      </div>
    </div>
  )
}

/** The actions on the results: print, export, PDF, email and copy link. */
function ResultActions(results: ResultsOnPage) {
  const { sheet, print, save, areSelected } = useExportPrint(results)
  return (
    <>
      <ShortlistButton {...results} />
      <Button
        size="compact-md"
        variant="default"
        className={classes.action}
        leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
        onClick={() => print().catch(() => showError(messages.sheetFailed))}
      >
        {areSelected ? messages.printSelected : messages.printAll}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        className={classes.action}
        leftSection={<IconFileTypeCsv size={16} stroke={1.75} aria-hidden />}
        onClick={() => save().catch(() => showError(messages.fileFailed))}
      >
        {areSelected ? messages.exportSelected : messages.exportAll}
      </Button>
      <PdfButton {...results} areSelected={areSelected} />
      {offersEmail(results.search, results.submitted) && (
        <EmailButton
          search={results.search}
          areSelected={areSelected}
          selected={() => measureSelected(results)}
        />
      )}
      <CopyLink hasStreet={results.submitted.address !== ''} />
      {sheet}
    </>
  )
}

/**
 * Copies the URL, which contains the search except for the street, and shows a confirmation until the button
 * loses focus.
 */
function CopyLink({ hasStreet }: { hasStreet: boolean }) {
  const [status, setStatus] = useState('')
  const copied = hasStreet ? messages.linkCopiedWithoutStreet : messages.linkCopied
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      setStatus(copied)
    } catch {
      setStatus(messages.linkNotCopied)
    }
  }
  return (
    <div className={classes.copyLink}>
      <Button
        size="compact-md"
        variant="default"
        className={classes.action}
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
        onClick={copy}
        onBlur={() => setStatus('')}
      >
        {messages.copyLink}
      </Button>
      <span role="status">{status}</span>
    </div>
  )
}

/** A button that downloads the selected providers as a PDF. */
function PdfButton({ areSelected, ...results }: ResultsOnPage & { areSelected: boolean }) {
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      const { downloadProviderList } = await import('./download-results.ts')
      await downloadProviderList(results.search, measureSelected(results))
    } catch {
      showError(messages.fileFailed)
    }
    setLoading(false)
  }
  return (
    <BusyButton
      size="compact-md"
      variant="default"
      className={classes.action}
      leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />}
      disabled={!areSelected}
      isBusy={isLoading}
      onClick={download}
    >
      {messages.downloadPdf}
    </BusyButton>
  )
}

/** The selected providers, with what their distances were measured from. */
const measureSelected = ({ table, center }: ResultsOnPage) =>
  getSelectedProviders(table).providers.map((provider) => ({ provider, from: center }))

const loadShortlist = async () => (await import('./shortlist-panel.tsx')).ShortlistPanel

/** A button that opens the shortlist, once there is one; its key also opens an empty one. Its panel loads on first use. */
function ShortlistButton({ table, search, submitted }: ResultsOnPage) {
  const { entries } = useShortlist(search.code)
  const { open, modal } = useLazyModal(loadShortlist, messages.facets.failed)
  const openShortlist = () => open({ table, search, submitted })
  useShortcut('s', openShortlist)
  return (
    <>
      {entries.length > 0 && (
        <Button
          size="compact-md"
          variant="default"
          aria-keyshortcuts="s"
          leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
          onClick={openShortlist}
        >
          {messages.shortlist.open(entries.length)}
        </Button>
      )}
      <VisuallyHidden role="status">
        {entries.length > 0 && messages.shortlist.announced(entries.length)}
      </VisuallyHidden>
      {modal}
    </>
  )
}

const loadEmailModal = async () => (await import('../email/email-modal.tsx')).EmailModal

type EmailSelectedProps = { search: SearchInfo; areSelected: boolean; selected: () => Shortlisted[] }

/** A button that emails the selected providers; its form loads on first use. */
function EmailButton({ search: { code }, areSelected, selected }: EmailSelectedProps) {
  const { open, modal } = useLazyModal(loadEmailModal, messages.providerEmail.failed)
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        className={classes.action}
        leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
        disabled={!areSelected}
        onClick={() => open({ code, providers: selected() })}
      >
        {messages.providerEmail.action}
      </Button>
      {modal}
    </>
  )
}
