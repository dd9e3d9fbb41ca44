import { Anchor } from '@mantine/core'
import { createContext, useContext } from 'react'
import { isModifiedClick } from '#platform/web/link/is-modified-click.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'

type CaseLinkTarget = {
  /** Returns the path of the case with a row key. */
  path: (row: string) => string
  /** Opens that case. Going back reopens the bill with this ITN. */
  open: (row: string, itn: string) => void
}

/** How bills link to their cases; undefined if the client has no cases. */
export const CaseLinks = createContext<CaseLinkTarget | undefined>(undefined)

/** The incident number of a bill, as a link if the portal has the case. */
export function CaseLink({ bill }: { bill: PendingAuthorization }) {
  const links = useContext(CaseLinks)
  const { incidentNumber, caseHash, itnNumber } = bill
  if (!links || caseHash === null || incidentNumber === null) return incidentNumber
  return (
    <Anchor
      inherit
      href={links.path(caseHash)}
      aria-label={messages.review.openCase(incidentNumber)}
      onClick={(event) => {
        if (isModifiedClick(event)) return
        event.preventDefault()
        links.open(caseHash, itnNumber)
      }}
    >
      {incidentNumber}
    </Anchor>
  )
}

/** Whether the client has cases, and with them bill images. */
export const useHasCases = () => useContext(CaseLinks) !== undefined
