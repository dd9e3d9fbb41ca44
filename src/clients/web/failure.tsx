import { Button, Title } from '@mantine/core'
import { PageTitle } from '#platform/web/page-title.tsx'
import { messages } from '../messages.ts'

type Failed = { title: string; sentence: string; onRetry: () => void }

/** What stands in place of a page whose call failed. */
export function Failure({ title, sentence, onRetry }: Failed) {
  return (
    <article>
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      <p>{sentence}</p>
      <Button variant="default" onClick={onRetry}>
        {messages.tryAgain}
      </Button>
    </article>
  )
}
