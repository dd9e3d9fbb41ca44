import {
  IconFileDescription,
  IconFolder,
  IconGavel,
  IconHistory,
  IconNotes,
  IconReceipt2,
  IconStethoscope,
} from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { isModifiedClick } from '#platform/web/link/is-modified-click.ts'
import { NameLink, RowButton, RowLink } from '#platform/web/table/row-actions.tsx'
import { messages as caseMessages } from '../../case-messages.ts'
import { messages } from '../../messages.ts'
import type { ListedSection } from '../../rules.ts'

const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

// Rows and renders share these elements, so that React skips them when rows are sorted.
const icons = {
  'medical-records': <IconStethoscope {...iconProps} />,
  'case-documents': <IconFolder {...iconProps} />,
  billing: <IconReceipt2 {...iconProps} />,
  notes: <IconNotes {...iconProps} />,
}
const summaryIcon = <IconFileDescription {...iconProps} />

type CaseLinkTarget = { href: string; go: (href: string) => void }

/** Handles a plain click with the router and leaves modified clicks to the browser. */
const createClickHandler =
  ({ href, go }: CaseLinkTarget) =>
  (event: MouseEvent) => {
    if (isModifiedClick(event)) return
    event.preventDefault()
    go(href)
  }

/** Link to a case, labeled with the patient's name. */
export const PatientLink = ({ patient, ...link }: CaseLinkTarget & { patient: string }) => (
  <NameLink href={link.href} onClick={createClickHandler(link)}>
    {patient}
  </NameLink>
)

type CaseLinkProps = CaseLinkTarget & {
  page: ListedSection
  /** The patient or day, for the accessible name. */
  about: string
}

/** Link to a case section. */
export function CaseLink({ page, about, ...link }: CaseLinkProps) {
  return (
    <RowLink
      href={link.href}
      label={messages.shortPages[page]}
      name={messages.linkLabel(messages.pages[page], about)}
      icon={icons[page]}
      onClick={createClickHandler(link)}
    />
  )
}

export type AuthorizationTarget = ReturnType<typeof findAuthorizationTarget>

/** Returns where an authorization opens: for review while it is pending, otherwise with its history. */
export function findAuthorizationTarget(itn: string, isPending: boolean) {
  const { review, reviewLabel, history, historyLabel } = caseMessages.overview
  const state = { openItn: itn }
  return isPending
    ? ({ to: '/authorization', state, label: review, name: reviewLabel(itn) } as const)
    : ({ to: '/authorization/decided', state, label: history, name: historyLabel(itn) } as const)
}

const reviewIcon = <IconGavel {...iconProps} />
const historyIcon = <IconHistory {...iconProps} />

type AuthorizationLinkProps = {
  itn: string
  isPending: boolean
  go: (target: Pick<AuthorizationTarget, 'to' | 'state'>) => void
}

/** Link to an authorization. */
export function AuthorizationLink({ itn, isPending, go }: AuthorizationLinkProps) {
  const { to, state, label, name } = findAuthorizationTarget(itn, isPending)
  return (
    <RowLink
      href={to}
      label={label}
      name={name}
      icon={isPending ? reviewIcon : historyIcon}
      onClick={createClickHandler({ href: to, go: () => go({ to, state }) })}
    />
  )
}

/** Button that opens the case summary. */
export function SummaryButton({ patient, onOpen }: { patient: string; onOpen: () => void }) {
  return (
    <RowButton
      label={messages.shortCaseSummary}
      name={messages.linkLabel(messages.caseSummary, patient)}
      icon={summaryIcon}
      onClick={onOpen}
    />
  )
}
