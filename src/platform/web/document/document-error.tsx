import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { remedyFor } from '../../contract/problem.ts'
import { messages } from '../../document-messages.ts'
import { ApiError } from '../api-client.ts'
import { usePageTexts } from '../language/use-page-language.ts'
import { isDocumentWindow } from './document-window.ts'

const sentences = z.array(z.string())

const readFaults = (error: Error): string[] | undefined =>
  sentences.safeParse(error instanceof ApiError && error.problem?.sentences).data

/** The heading for a document that could not be opened. */
export const documentErrorTitle = (error: Error, { refused } = messages): string =>
  readFaults(error) ? refused.title : (error instanceof ApiError && error.problem?.detail) || refused.sentence

type DocumentErrorProps = {
  error: Error
  /** The advice for each remedy. */
  remedies: Record<ReturnType<typeof remedyFor>, string>
  onRetry: () => void
  /** More buttons. */
  children?: ReactNode
}

/** The error of a document, advice, and the reference for the administrator. */
export function DocumentError({ error, remedies, onRetry, children }: DocumentErrorProps) {
  const { refused, reference } = usePageTexts(messages)
  const { status, problem } = error instanceof ApiError ? error : { status: 0 }
  const remedy = remedyFor(status)
  const isWorthIt = remedy === 'openAgain' || remedy === 'wait'
  const faults = readFaults(error)
  // A refusal with a reason says itself what to do: to log in again, or to tell why one reads so much.
  const hasReason = typeof problem?.reason === 'string'
  return (
    <>
      {faults && (
        <ul>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {!hasReason && <p>{remedies[remedy]}</p>}
      {problem && <p>{`${reference}: ${problem.reference}`}</p>}
      <Group>
        {isWorthIt && <Button onClick={onRetry}>{refused.tryAgain}</Button>}
        {children}
      </Group>
    </>
  )
}

/** Closes a document window; browsers let a page close only windows that scripts opened. */
export function CloseButton() {
  const { close } = usePageTexts(messages)
  return (
    isDocumentWindow() && (
      <Button variant="default" onClick={() => window.close()}>
        {close}
      </Button>
    )
  )
}
