import { useIntersection } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '../use-object-url.ts'
import { type DocumentRequest, type RequestTicket, withTicket } from './document-request.ts'
import classes from './document-thumbnail.module.css'
import { useDocumentViewer } from './document-viewer.tsx'
import { drawDocument } from './fetch-document.ts'

/** A picture of the first page of a document while it is in view; an icon until it has loaded. */
export function DocumentThumbnail(document: DocumentRequest) {
  const { ref, entry } = useIntersection()
  return (
    <span ref={ref} className={classes.thumbnail}>
      {entry?.isIntersecting ? <FirstPage {...document} /> : <PageIcon />}
    </span>
  )
}

const PageIcon = () => <IconFileText size={20} stroke={1.5} aria-hidden />

/** Loads the picture. Once it is gone, its place in the queue is, too. */
function FirstPage({ path, fields }: DocumentRequest) {
  const viewer = useDocumentViewer()
  const { data } = useQuery({
    queryKey: ['thumbnail', path, fields],
    queryFn: ({ signal }) =>
      viewer?.enqueue((inTime) => renderFirstPage({ path, fields }, viewer.requestTicket, inTime), signal) ??
      null,
    enabled: viewer !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useObjectUrl(data ?? undefined)
  return address ? <img src={address} alt="" /> : <PageIcon />
}

const dotsPerInch = 24

const renderFirstPage = async (request: DocumentRequest, requestTicket: RequestTicket, signal: AbortSignal) =>
  (await drawDocument(
    withTicket(request, requestTicket),
    async ({ pdf, renderer }) => renderer.renderPageImage(await pdf.page(1), dotsPerInch),
    signal,
  )) ?? null
