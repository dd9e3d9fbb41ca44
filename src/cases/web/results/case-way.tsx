import {
  IconFileDescription,
  IconFileText,
  IconNotes,
  IconReceipt2,
  IconStethoscope,
} from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import classes from '#platform/web/table/way.module.css'
import { messages } from '../../messages.ts'
import type { CasePageName } from '../case-pages.ts'

const icons = {
  'medical-records': IconStethoscope,
  'case-documents': IconFileText,
  billing: IconReceipt2,
  notes: IconNotes,
} as const
const look = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

type CaseWayProps = { page: CasePageName; patient: string; href: string; go: (href: string) => void }

/** The way to a part of a case: a plain link, of which a page of results has hundreds. */
export function CaseWay({ page, patient, href, go }: CaseWayProps) {
  const Icon = icons[page]
  const way = messages.pages[page]
  return (
    <a
      href={href}
      className={classes.way}
      title={way}
      aria-label={messages.wayOf(way, patient)}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        go(href)
      }}
    >
      <Icon {...look} />
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
      <IconFileDescription {...look} />
      <span>{way}</span>
    </button>
  )
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
