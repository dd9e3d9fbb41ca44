import { Button, Title } from '@mantine/core'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { SafeHtml } from '#platform/web/safe-html.tsx'
import { PageTitle, StaticPage } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import { IdCardForm } from './id-card-form.tsx'
import classes from './members.module.css'
import { useMember, useMemberLogout } from './use-member.ts'

/** The client's content for members, and the ID card form. */
export function MemberPage() {
  const { record, query } = useMember()
  if (!record && query.isError && !query.isFetching)
    return (
      <StaticPage title={messages.memberPage}>
        <ErrorState message={messages.pageFailed} onRetry={() => void query.refetch()} />
        <Logout />
      </StaticPage>
    )
  if (!record) return <Skeleton label={messages.loadingPage} heights={[44, 24, 24, 240]} />
  const { clientName, content, showIdCard } = record
  return (
    <article className={classes.page}>
      <PageTitle>{clientName}</PageTitle>
      <div className={classes.top}>
        <Title order={1}>{clientName}</Title>
        <Logout />
      </div>
      {content && <SafeHtml html={content} />}
      {showIdCard && <IdCardForm {...record} />}
    </article>
  )
}

function Logout() {
  const { mutate } = useMemberLogout()
  return (
    <Button variant="default" onClick={() => mutate()}>
      {messages.logout}
    </Button>
  )
}
