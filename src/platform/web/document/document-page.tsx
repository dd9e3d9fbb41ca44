import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messages } from '../../document-messages.ts'
import { ApiError } from '../api-client.ts'
import { Spinner } from '../content-states.tsx'
import { usePageTexts } from '../language/use-page-language.ts'
import { PdfViewer } from '../pdf/pdf-viewer.tsx'
import { StaticPage } from '../static-page.tsx'
import { CloseButton, DocumentError, documentErrorTitle } from './document-error.tsx'
import classes from './document-page.module.css'
import { askOpener, type HandoverResult, isReloaded } from './document-window.ts'
import { loadDocument } from './fetch-document.ts'

type GetRequest = (isAgain: boolean, signal: AbortSignal) => Promise<HandoverResult>

type DocumentPageProps = {
  /** Identifies the document in the address of the page; a document for another address is never shown. */
  id?: string
  /** Returns the request of the document, initially and when the user requests it again. */
  getRequest?: GetRequest
  /** Replaces the server's error message; by default that is shown. */
  explain?: (refusal: ApiError) => ReactNode
}

/** A document in its own window, or the error and what to do. */
export function DocumentPage({ id = '', getRequest = askOpener, explain }: DocumentPageProps) {
  const { preparing, preparingAdvice, lookingFor, lookingForAdvice, refused } = usePageTexts(messages)
  const [attempt, setAttempt] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['document', id, attempt],
    queryFn: ({ signal }) => loadRequested(getRequest, attempt > 0, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const openAgain = () => setAttempt(attempt + 1)
  if (error)
    return (error instanceof ApiError && explain?.(error)) || <Refused error={error} openAgain={openAgain} />
  const isLookedFor = getRequest === askOpener && attempt === 0 && isReloaded()
  if (!data && isLookedFor) return <Waiting title={lookingFor} advice={lookingForAdvice} />
  if (!data || data.state === 'redirected') return <Waiting title={preparing} advice={preparingAdvice} />
  if (data.state === 'pdf')
    return (
      <PdfViewer
        file={data}
        surface="window"
        broken={<p className={classes.words}>{refused.unreadable}</p>}
      />
    )
  if (data.state === 'used') return <Used onOpen={openAgain} />
  return <Gone />
}

async function loadRequested(getRequest: GetRequest, isAgain: boolean, signal: AbortSignal) {
  const result = await getRequest(isAgain, signal)
  if (result.state === 'refused') throw new ApiError(result.status, result.problem)
  return result.state === 'made' ? loadDocument(result.request, signal) : result
}

const Waiting = ({ title, advice }: { title: string; advice: string }) => (
  <div className={classes.words}>
    <StaticPage title={title}>
      <p>{advice}</p>
      <Spinner label={title} />
    </StaticPage>
  </div>
)

function Used({ onOpen }: { onOpen: () => void }) {
  const { used } = usePageTexts(messages)
  return (
    <div className={classes.words}>
      <StaticPage title={used.title}>
        <p>{used.advice}</p>
        <Group>
          <Button onClick={onOpen}>{used.openAgain}</Button>
          <CloseButton />
        </Group>
      </StaticPage>
    </div>
  )
}

function Gone() {
  const { gone, start } = usePageTexts(messages)
  return (
    <div className={classes.words}>
      <StaticPage title={gone.title}>
        <p>{gone.advice}</p>
        <Group>
          <CloseButton />
          <Button component="a" href="/" variant="default">
            {start}
          </Button>
        </Group>
      </StaticPage>
    </div>
  )
}

function Refused({ error, openAgain }: { error: Error; openAgain: () => void }) {
  const text = usePageTexts(messages)
  return (
    <div className={classes.words}>
      <StaticPage title={documentErrorTitle(error, text)}>
        <DocumentError error={error} remedies={text.remedies} onRetry={openAgain}>
          <CloseButton />
        </DocumentError>
      </StaticPage>
    </div>
  )
}
