import { Anchor, Button, Title } from '@mantine/core'
import { PageTitle } from '#platform/web/page-title.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { messages as portal } from '../messages.ts'
import { CallDescription } from './call-description.tsx'
import classes from './developers-page.module.css'
import { messages } from './messages.ts'
import type { OpenApi } from './open-api.ts'
import { useOpenApi } from './use-open-api.ts'

/** Every call of the server, readable: who may make it, what it takes, what it answers. */
export function DevelopersPage() {
  const description = useOpenApi()
  useErrorNotice(description, messages.callsFailed)
  return (
    <article className={classes.page}>
      <PageTitle>{portal.developers}</PageTitle>
      <Title order={1}>{portal.developers}</Title>
      <p>
        {messages.developersLead} <Anchor href="/api/openapi.json">/api/openapi.json</Anchor>
      </p>
      {description.isPending && <Skeleton label={messages.loadingCalls} heights={[120, 280, 280, 280]} />}
      {description.isError && <Button onClick={() => description.refetch()}>{portal.tryAgain}</Button>}
      {description.data && <Calls api={description.data} />}
    </article>
  )
}

function Calls({ api }: { api: OpenApi }) {
  const paths = Object.entries(api.paths).sort(([one], [other]) => one.localeCompare(other))
  const calls = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return (
    <>
      <nav aria-label={messages.calls}>
        <ul className={classes.contents}>
          {calls.map(({ path, method, operation }) => (
            <li key={method + path}>
              <Anchor href={`#${method}${path}`}>{operation.summary || path}</Anchor>
            </li>
          ))}
        </ul>
      </nav>
      {calls.map((call) => (
        <CallDescription key={call.method + call.path} {...call} />
      ))}
    </>
  )
}
