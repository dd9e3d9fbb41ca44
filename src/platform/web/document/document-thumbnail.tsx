import { useIntersection } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '../use-object-url.ts'
import { type DocumentRequest, type RequestTicket, withTicket } from './document-request.ts'
import classes from './document-thumbnail.module.css'
import { useDocumentViewer } from './document-viewer.tsx'
import { fetchDocument } from './fetch-document.ts'

/** A picture of the first page of a document, fetched when it comes into view; until then an icon. */
export function DocumentThumbnail({ path, fields }: DocumentRequest) {
  const viewer = useDocumentViewer()
  const { ref, entry } = useIntersection()
  const { data } = useQuery({
    queryKey: ['thumbnail', path, fields],
    queryFn: ({ signal }) =>
      viewer?.enqueue(() => renderFirstPage({ path, fields }, viewer.requestTicket, signal), signal) ?? null,
    enabled: viewer !== undefined && (entry?.isIntersecting ?? false),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useObjectUrl(data ?? undefined)
  return (
    <span ref={ref} className={classes.thumbnail}>
      {address ? <img src={address} alt="" /> : <IconFileText size={20} stroke={1.5} aria-hidden />}
    </span>
  )
}

const dotsPerInch = 24

async function renderFirstPage(request: DocumentRequest, requestTicket: RequestTicket, signal: AbortSignal) {
  const [fetched, code] = await Promise.all([
    withTicket(request, requestTicket).then((ticketed) => fetchDocument(ticketed, signal)),
    import('../pdf/pdf-renderer.ts'),
  ])
  if (fetched.state !== 'shown') return null
  const { pdf, close } = code.loadPdf(fetched.bytes)
  try {
    return await code.renderPageImage(await (await pdf).page(1), dotsPerInch)
  } finally {
    close()
  }
}
