import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MailLine } from '../../contract.ts'
import { messages } from '../../mail-messages.ts'
import { ApiError } from '../api-client.ts'
import { useErrorNotice } from '../error-notice.tsx'
import { Skeleton } from '../skeleton.tsx'

type MailListProps = {
  query: UseQueryResult<MailLine[]>
  failed: string
  empty: string
  children: (mails: MailLine[]) => ReactNode
}

/** A list of emails: loading, failed, empty or loaded. To users without access, shows the not-found page. */
export function MailList({ query, failed, empty, children }: MailListProps) {
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  useErrorNotice({ ...query, isError: query.isError && !isMissing }, failed)
  if (isMissing) throw notFound()
  if (query.isError)
    return (
      <>
        <p>{failed}</p>
        <Button variant="default" onClick={() => void query.refetch()}>
          {messages.tryAgain}
        </Button>
      </>
    )
  if (query.isPending) return <Skeleton label={messages.loading} heights={[32, 32, 32, 32]} />
  return query.data.length === 0 ? <p role="status">{empty}</p> : children(query.data)
}
