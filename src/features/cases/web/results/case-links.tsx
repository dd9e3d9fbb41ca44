import {
  IconFileDescription,
  IconFileText,
  IconNotes,
  IconReceipt2,
  IconStethoscope,
} from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import classes from '#platform/web/table/row-link.module.css'
import { messages } from '../../messages.ts'
import type { ListedSection } from '../case-sections.ts'

const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

// Rows and renders share these elements, so that React skips them when rows are sorted.
const icons = {
  'medical-records': <IconStethoscope {...iconProps} />,
  'case-documents': <IconFileText {...iconProps} />,
  billing: <IconReceipt2 {...iconProps} />,
  notes: <IconNotes {...iconProps} />,
}
const summaryIcon = <IconFileDescription {...iconProps} />

type RowLink = { href: string; go: (href: string) => void }

/** Handles a plain click with the router and leaves modified clicks to the browser. */
const createClickHandler =
  ({ href, go }: RowLink) =>
  (event: MouseEvent) => {
    if (isModifiedClick(event)) return
    event.preventDefault()
    go(href)
  }

/** Link to a case, labeled with the patient's name. */
export const PatientLink = ({ patient, ...link }: RowLink & { patient: string }) => (
  <a href={link.href} className={classes.named} onClick={createClickHandler(link)}>
    {patient}
  </a>
)

type CaseLinkProps = RowLink & {
  page: ListedSection
  /** The patient or day, for the accessible name. */
  about: string
}

/** Link to a case section. A plain anchor, because a page of results has hundreds of them. */
export function CaseLink({ page, about, ...link }: CaseLinkProps) {
  const label = messages.pages[page]
  return (
    <a
      href={link.href}
      className={classes.way}
      title={label}
      aria-label={messages.linkLabel(label, about)}
      onClick={createClickHandler(link)}
    >
      {icons[page]}
      <span>{label}</span>
    </a>
  )
}

/** Button that opens the case summary in a new window. */
export function SummaryButton({ patient, onOpen }: { patient: string; onOpen: () => void }) {
  const label = messages.caseSummary
  return (
    <button
      type="button"
      className={classes.way}
      title={label}
      aria-label={messages.linkLabel(label, patient)}
      onClick={onOpen}
    >
      {summaryIcon}
      <span>{label}</span>
    </button>
  )
}

const isModifiedClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
