import { Button, Group } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { remedyFor } from '../../contract/problem.ts'
import { messages } from '../../document-messages.ts'
import { ApiError, fetchWithoutContract, readBlob } from '../api-client.ts'
import { type PdfFile, PdfViewer } from '../pdf/pdf-viewer.tsx'
import { Spinner } from '../spinner.tsx'
import { StaticPage } from '../static-page.tsx'
import { CloseButton } from './close-button.tsx'
import classes from './document-page.module.css'
import { askOpener, type HandoverResult, isReloaded, type Post } from './document-window.ts'

type DocumentPageProps = {
  /** Identifies the document in the address of the page; a document for another address is never shown. */
  id?: string
  /** Returns the form post of the document, initially and when the user requests it again. */
  getPost?: (isAgain: boolean, signal: AbortSignal) => Promise<HandoverResult>
  /** Replaces the server's error message; by default that is shown. */
  explain?: (refusal: ApiError) => ReactNode
}

/** A document in its own window, or the error and what to do. */
export function DocumentPage({ id = '', getPost = askOpener, explain }: DocumentPageProps) {
  const [attempt, setAttempt] = useState(0)
  const { data, error } = useQuery({
    queryKey: ['document', id, attempt],
    queryFn: ({ signal }) => openedDocument(() => getPost(attempt > 0, signal), signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const openAgain = () => setAttempt(attempt + 1)
  if (error) return (error instanceof ApiError && explain?.(error)) || <Refused {...{ error, openAgain }} />
  const isLookedFor = getPost === askOpener && attempt === 0 && isReloaded()
  if (!data && isLookedFor) return <Waiting title={lookingFor} advice={lookingForAdvice} />
  if (!data || data.state === 'elsewhere') return <Waiting title={preparing} advice={preparingAdvice} />
  if (data.state === 'shown') return <Shown {...data} />
  if (data.state === 'used') return <Used onOpen={openAgain} />
  return <Gone />
}

/** The result of a request. A replacement page takes over this window. */
async function openedDocument(getPost: () => Promise<HandoverResult>, signal: AbortSignal) {
  const handed = await getPost()
  if (handed.state === 'refused') throw new ApiError(handed.status)
  if (handed.state !== 'made') return handed
  const [result, code] = await Promise.all([
    fetchDocument(handed.post, signal),
    import('../pdf/pdf-renderer.ts'),
  ])
  if (result.state === 'shown') return { ...result, code }
  location.replace(result.address)
  return result
}

const { preparing, preparingAdvice, lookingFor, lookingForAdvice, used, gone, refused, remedies } = messages

const Waiting = ({ title, advice }: { title: string; advice: string }) => (
  <div className={classes.words}>
    <StaticPage title={title}>
      <p>{advice}</p>
      <Spinner label={title} />
    </StaticPage>
  </div>
)

type ShownProps = { bytes: Blob; name: string; code: PdfFile['code'] }

/** At 100%, pages are as wide as the window, up to a readable maximum. */
const widest = 900
const besidePages = 34

function Shown({ bytes, name, code }: ShownProps) {
  const { ref, width } = useElementSize()
  const [file] = useState({ bytes, name, code })
  return (
    <div ref={ref}>
      <PdfViewer
        file={file}
        width={Math.min(Math.max(width - besidePages, 0), widest)}
        broken={<p className={classes.words}>{refused.unreadable}</p>}
      />
    </div>
  )
}

const Used = ({ onOpen }: { onOpen: () => void }) => (
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

const Gone = () => (
  <div className={classes.words}>
    <StaticPage title={gone.title}>
      <p>{gone.advice}</p>
      <Group>
        <CloseButton />
        <StartLink />
      </Group>
    </StaticPage>
  </div>
)

const sentences = z.array(z.string())

function Refused({ error, openAgain }: { error: Error; openAgain: () => void }) {
  const { status, problem } = error instanceof ApiError ? error : { status: 0 }
  const { data: faults } = sentences.safeParse(problem?.sentences)
  const remedy = remedyFor(status)
  const isWorthIt = remedy === 'openAgain' || remedy === 'wait'
  return (
    <div className={classes.words}>
      <StaticPage title={faults ? refused.title : (problem?.detail ?? refused.sentence)}>
        {faults && (
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        <p>{remedies[remedy]}</p>
        {problem && <p>{`${messages.reference}: ${problem.reference}`}</p>}
        <Group>
          {isWorthIt && <Button onClick={openAgain}>{refused.tryAgain}</Button>}
          <CloseButton />
        </Group>
      </StaticPage>
    </div>
  )
}

const StartLink = () => (
  <Button component="a" href="/" variant="default">
    {messages.start}
  </Button>
)

/** The result of a form post: a PDF, or the address of a page that replaces it. */
type Fetched = { state: 'shown'; bytes: Blob; name: string } | { state: 'elsewhere'; address: string }

/** Posts a form as a browser would and returns the PDF. Throws `ApiError`, or the abort reason. */
async function fetchDocument({ path, fields }: Post, signal: AbortSignal): Promise<Fetched> {
  const headers = { accept: 'application/pdf, application/problem+json' }
  const body = new URLSearchParams(fields)
  const response = await fetchWithoutContract(path, { method: 'POST', headers, body }, signal)
  if (response.redirected) return { state: 'elsewhere', address: response.url }
  if (!response.headers.get('content-type')?.startsWith('application/pdf'))
    throw new ApiError(response.status)
  return { state: 'shown', bytes: await readBlob(response, signal), name: readFileName(response) }
}

/** The file name in the response header. */
function readFileName({ headers }: Response): string {
  const [, name = 'document.pdf'] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return name
}
