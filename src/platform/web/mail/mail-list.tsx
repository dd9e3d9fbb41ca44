import type { UseQueryResult } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MailLine } from '../../contract.ts'
import { messages } from '../../mail-messages.ts'
import { ApiError } from '../api-client.ts'
import { QueryList } from '../query-list.tsx'

type MailListProps = {
  query: UseQueryResult<MailLine[]>
  failed: string
  empty: string
  children: (mails: readonly MailLine[]) => ReactNode
}

/** A list of emails. To users without access, shows the not-found page. */
export function MailList({ query, failed, empty, children }: MailListProps) {
  if (query.error instanceof ApiError && query.error.status === 404) throw notFound()
  return (
    <QueryList query={query} waiting={messages.loading} failed={failed} empty={<p role="status">{empty}</p>}>
      {children}
    </QueryList>
  )
}
