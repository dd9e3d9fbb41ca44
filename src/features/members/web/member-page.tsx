import { Button, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { SafeHtml } from '#platform/web/safe-html.tsx'
import { PageTitle, StaticPage } from '#platform/web/static-page.tsx'
import type { IdCard, MemberPageData } from '../contract.ts'
import { CardPanel } from './card-panel.tsx'
import { IdCardForm } from './id-card-form.tsx'
import { TextsSwitch } from './language-switch.tsx'
import { MemberHelp } from './member-help-panel.tsx'
import classes from './members.module.css'
import { useMember, useMemberLogout, useShownCard } from './use-member.ts'
import { usePageOfMembers, useTexts } from './use-texts.ts'

/** The client's content for members, their ID card, and the form that shows it. */
export function MemberPage() {
  const { text, language } = usePageOfMembers()
  const { record, query } = useMember()
  const shown = useShownCard()
  if (!record && query.isError && !query.isFetching)
    return (
      <div lang={language}>
        <StaticPage title={text.memberPage}>
          <ErrorState
            message={text.pageFailed}
            retryLabel={text.tryAgain}
            onRetry={() => void query.refetch()}
          />
          <Logout />
        </StaticPage>
      </div>
    )
  if (!record || shown.isPending) return <Skeleton label={text.loadingPage} heights={[44, 24, 24, 240]} />
  const { clientName, content, showIdCard } = record
  const card = showIdCard ? shown.data?.card : null
  return (
    <article className={classes.page} lang={language} data-card={Boolean(card) || undefined}>
      <PageTitle>{clientName}</PageTitle>
      <div className={classes.top}>
        <Title order={1}>{clientName}</Title>
        <div className={classes.session}>
          <TextsSwitch />
          <Logout />
        </div>
      </div>
      {showIdCard && shown.isError && (
        <ErrorState
          message={text.shown.failed}
          retryLabel={text.tryAgain}
          onRetry={() => void shown.refetch()}
        />
      )}
      <MemberContent record={record} card={card}>
        {content && <SafeHtml html={content} />}
      </MemberContent>
    </article>
  )
}

type MemberContentProps = { record: MemberPageData; card: IdCard | null | undefined; children: ReactNode }

/** The card of the session above the content of the client, and the form, folded while there is a card. */
function MemberContent({ record, card, children }: MemberContentProps) {
  const { text, language } = useTexts()
  const [finds, setFinds] = useState(0)
  const form = (
    <IdCardForm
      key={language}
      {...record}
      isForAnother={Boolean(card)}
      onFound={() => setFinds((count) => count + 1)}
    />
  )
  return (
    <>
      {card && <CardPanel key={finds} card={card} isNew={finds > 0} />}
      <MemberHelp {...record}>{children && <div lang={record.contentLanguage}>{children}</div>}</MemberHelp>
      {record.showIdCard && !card && form}
      {card && (
        <details key={`form ${finds}`} className={classes.another}>
          <summary>{text.form.another}</summary>
          {form}
        </details>
      )}
    </>
  )
}

function Logout() {
  const { text } = useTexts()
  const { mutate } = useMemberLogout()
  return (
    <Button variant="default" onClick={() => mutate()}>
      {text.logout}
    </Button>
  )
}
