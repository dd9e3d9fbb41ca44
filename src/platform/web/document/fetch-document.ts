import { problemBody } from '../../contract/problem.ts'
import { ApiError } from '../api-client.ts'
import type { Post } from './document-handover.ts'

/** The result of a form post: a PDF, or the address of a page that replaces it. */
type Fetched = { state: 'shown'; bytes: Blob; name: string } | { state: 'elsewhere'; address: string }

/** Posts a form as a browser would and returns the PDF. Throws `ApiError`, or the abort reason. */
export async function fetchDocument({ path, fields }: Post, signal: AbortSignal): Promise<Fetched> {
  const headers = { accept: 'application/pdf, application/problem+json' }
  const body = new URLSearchParams(fields)
  const unless = (status: number) => () => {
    signal.throwIfAborted()
    throw new ApiError(status)
  }
  const answer = await fetch(path, { method: 'POST', headers, body, signal }).catch(unless(0))
  if (!answer.ok) {
    const { data } = problemBody.safeParse(await answer.json().catch(() => undefined))
    throw new ApiError(answer.status, data, Number(answer.headers.get('retry-after')) || undefined)
  }
  if (answer.redirected) return { state: 'elsewhere', address: answer.url }
  if (!answer.headers.get('content-type')?.startsWith('application/pdf')) throw new ApiError(answer.status)
  return { state: 'shown', bytes: await answer.blob().catch(unless(0)), name: readFileName(answer) }
}

/** The file name in the response header. */
export function readFileName({ headers }: Response): string {
  const [, name = 'document.pdf'] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return name
}
