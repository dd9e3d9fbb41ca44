import { Anchor, Button, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages as portal } from '#platform/shell-messages.ts'
import { fetchWithoutContract } from '#platform/web/api-client.ts'
import { Skeleton } from '#platform/web/content-states.tsx'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import classes from './developers-page.module.css'
import { EndpointDescription } from './endpoint-description.tsx'
import { messages } from './messages.ts'
import { endpointTitle, groupEndpoints, type OpenApi, openApi } from './open-api-schema.ts'

/** The API reference: authentication, errors, limits, and every endpoint by area. */
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
      {messages.sections.map(({ id, title, paragraphs }) => (
        <section key={id} id={id} className={classes.section}>
          <Title order={2}>{title}</Title>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {description.isPending && <Skeleton label={messages.loadingCalls} heights={[120, 280, 280, 280]} />}
      {description.isError && <Button onClick={() => description.refetch()}>{portal.tryAgain}</Button>}
      {description.data && <Calls api={description.data} />}
    </article>
  )
}

/** The endpoints that match the filter, with a table of contents. */
function Calls({ api }: { api: OpenApi }) {
  const [word, setWord] = useState('')
  const areas = groupEndpoints(api, word)
  return (
    <div className={classes.calls}>
      <nav aria-label={messages.calls} className={classes.contents}>
        <TextInput
          type="search"
          size="sm"
          label={messages.find}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <p role="status">{areas.length === 0 && messages.noCalls}</p>
        {areas.map(({ area, calls }) => (
          <div key={area}>
            <h2>{messages.areas[area]}</h2>
            <ul>
              {calls.map((call) => (
                <li key={call.method + call.path}>
                  <Anchor href={`#${call.method}${call.path}`}>
                    {call.method.toUpperCase()} {call.path}
                  </Anchor>
                  <span>{endpointTitle(call)}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div>
        {areas.map(({ area, calls }) => (
          <section key={area} aria-label={messages.areas[area]} className={classes.area}>
            <Title order={2}>{messages.areas[area]}</Title>
            {calls.map((call) => (
              <EndpointDescription key={call.method + call.path} {...call} />
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}

/** The OpenAPI description from the server. */
export function useOpenApi() {
  return useQuery({
    queryKey: ['open-api'],
    queryFn: async ({ signal }) => {
      const response = await fetchWithoutContract('/api/openapi.json', {}, signal)
      return openApi.parse(await response.json())
    },
  })
}
