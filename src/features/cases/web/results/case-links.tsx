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

// The same elements in every row and each time: what is the same is not looked at again when rows are sorted.
const icons = {
  'medical-records': <IconStethoscope {...look} />,
  'case-documents': <IconFileText {...look} />,
  billing: <IconReceipt2 {...look} />,
  notes: <IconNotes {...look} />,
}
const summaryIcon = <IconFileDescription {...look} />

type Way = { href: string; go: (href: string) => void }

/** A click on a plain link goes on in the page, unless it is for a tab of its own. */
const followed =
  ({ href, go }: Way) =>
  (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    go(href)
  }

/** The way to a case by the name of its patient. */
export const PatientWay = ({ patient, ...way }: Way & { patient: string }) => (
  <a href={way.href} className={classes.named} onClick={followed(way)}>
    {patient}
  </a>
)

type CaseWayProps = Way & {
  page: ListedPart
  /** Whose part it is, or of which day. */
  about: string
}

/** The way to a part of a case: a plain link, of which a page of results has hundreds. */
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

/** The way to the summary of a case, which opens in a window of its own. */
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
