import { Button, Modal } from '@mantine/core'
import { useRef, useState } from 'react'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { messages } from '../../on-demand-messages.ts'
import { messages as searchMessages } from '../../result-messages.ts'
import footer from '../dialog-footer.module.css'
import { offersEmail } from '../search-values.ts'
import { useLazyModal } from '../use-lazy-modal.tsx'
import { Comparison } from './comparison.tsx'
import { downloadProviderList } from './download-results.ts'
import classes from './shortlist-panel.module.css'
import type { ResultsOnPage } from './use-export-print.tsx'
import { type Shortlisted, useShortlist } from './use-results-view.ts'

const text = messages.shortlist
/** The most providers side by side. */
const maxCompared = 4

type ShortlistPanelProps = {
  about: Pick<ResultsOnPage, 'table' | 'search' | 'submitted'>
  opened: boolean
  onClose: () => void
}

/** The saved providers of a search, up to four side by side, and what can be done with all of them. */
export function ShortlistPanel({ about, opened, onClose }: ShortlistPanelProps) {
  const { table, search, submitted } = about
  const { entries, remove, clear } = useShortlist(search.code)
  const [left, setLeft] = useState<readonly string[]>(() => hashesOfAll(entries).slice(maxCompared))
  const heading = useRef<HTMLParagraphElement>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await downloadProviderList(search, entries)
    setSaving(false)
  }
  const email = useLazyModal(loadEmailModal, searchMessages.providerEmail.failed)
  const inResults = hashesOfAll(entries).filter((hash) => table.getCoreRowModel().rowsById[hash])
  const compared = entries.filter(({ provider }) => !left.includes(provider.hash)).slice(0, maxCompared)
  const choose = (hash: string, isCompared: boolean) =>
    setLeft(isCompared ? left.filter((each) => each !== hash) : [...left, hash])
  // The pressed button disappears, so the summary takes the focus.
  const andFocus = (change: () => void) => () => {
    change()
    heading.current?.focus()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={text.title} size="min(1120px, 96vw)">
      <p ref={heading} tabIndex={-1} role="status" className={classes.summary}>
        {entries.length === 0
          ? text.empty
          : `${searchMessages.shortlist.announced(entries.length)}. ${text.kept}`}
      </p>
      {entries.length > maxCompared && (
        <ComparedChoice entries={entries} compared={compared} onChoose={choose} />
      )}
      {compared.length > 0 && (
        <Comparison
          entries={compared}
          unit={search.unit}
          onRemove={(hash) => andFocus(() => remove(hash))()}
        />
      )}
      <div className={footer.footer}>
        {entries.length > 0 && (
          <>
            <Button variant="default" onClick={andFocus(clear)}>
              {text.clear}
            </Button>
            {inResults.length > 0 && (
              <Button
                variant="default"
                onClick={() => {
                  table.setRowSelection(Object.fromEntries(inResults.map((hash) => [hash, true])))
                  onClose()
                }}
              >
                {text.select(inResults.length)}
              </Button>
            )}
            <BusyButton variant="default" isBusy={isSaving} onClick={save}>
              {searchMessages.downloadPdf}
            </BusyButton>
            {offersEmail(search, submitted) && (
              <Button onClick={() => email.open({ code: search.code, providers: entries })}>
                {text.email(entries.length)}
              </Button>
            )}
          </>
        )}
        {entries.length === 0 && <Button onClick={onClose}>{text.close}</Button>}
      </div>
      {email.modal}
    </Modal>
  )
}

type ComparedChoiceProps = {
  entries: readonly Shortlisted[]
  compared: readonly Shortlisted[]
  onChoose: (hash: string, isCompared: boolean) => void
}

/** Check boxes that choose the providers to compare. */
const ComparedChoice = ({ entries, compared, onChoose }: ComparedChoiceProps) => (
  <fieldset className={classes.choice}>
    <legend>{text.compare(maxCompared)}</legend>
    {entries.map((entry) => {
      const { hash, name } = entry.provider
      const isCompared = compared.includes(entry)
      return (
        <label key={hash}>
          <input
            type="checkbox"
            checked={isCompared}
            disabled={!isCompared && compared.length === maxCompared}
            onChange={() => onChoose(hash, !isCompared)}
          />
          {name}
        </label>
      )
    })}
  </fieldset>
)

const loadEmailModal = async () => (await import('../email/email-modal.tsx')).EmailModal

const hashesOfAll = (entries: readonly Shortlisted[]) => entries.map(({ provider }) => provider.hash)
