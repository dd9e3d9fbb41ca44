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
import type { ListedPart } from '../case-sections.ts'

const look = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

// Elements are shared between rows and renders, so that React skips them when rows are sorted.
const icons = {
  'medical-records': <IconStethoscope {...look} />,
  'case-documents': <IconFileText {...look} />,
  billing: <IconReceipt2 {...look} />,
  notes: <IconNotes {...look} />,
}
const summaryIcon = <IconFileDescription {...look} />

type Way = { href: string; go: (href: string) => void }

/** Handles a plain click with the router and leaves modified clicks to the browser. */
const followed =
  ({ href, go }: Way) =>
  (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    go(href)
  }

/** Link to a case, labeled with the patient's name. */
export const PatientWay = ({ patient, ...way }: Way & { patient: string }) => (
  <a href={way.href} className={classes.named} onClick={followed(way)}>
    {patient}
  </a>
)

type CaseWayProps = Way & {
  page: ListedPart
  /** The patient or day, for the accessible name. */
  about: string
}

/** Link to a case section. A plain anchor, because a page of results has hundreds of them. */
export function CaseWay({ page, about, ...link }: CaseWayProps) {
  const way = messages.pages[page]
  return (
    <a
      href={link.href}
      className={classes.way}
      title={way}
      aria-label={messages.wayOf(way, about)}
      onClick={followed(link)}
    >
      {icons[page]}
      <span>{way}</span>
    </a>
  )
}

/** Button that opens the case summary in a new window. */
export function SummaryWay({ patient, onOpen }: { patient: string; onOpen: () => void }) {
  const way = messages.caseSummary
  return (
    <button
      type="button"
      className={classes.way}
      title={way}
      aria-label={messages.wayOf(way, patient)}
      onClick={onOpen}
    >
      {summaryIcon}
      <span>{way}</span>
    </button>
  )
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
