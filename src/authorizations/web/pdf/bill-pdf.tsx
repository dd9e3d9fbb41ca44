import { useQuery } from '@tanstack/react-query'
import { callForBytes } from '#platform/web/call.ts'
import { Failure } from '#platform/web/failure.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { openItnPdf, type PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import classes from './pdf.module.css'
import { PdfPane } from './pdf-pane.tsx'

type BillPdfProps = { bill: PendingAuthorization; width: number; isShown: boolean }

/** The PDF of a bill. The one that comes next is fetched and drawn out of sight, so that it is there at once. */
export function BillPdf({ bill: { itnNumber: itn, round }, width, isShown }: BillPdfProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['itn-pdf', itn, round],
    queryFn: async ({ signal }) => {
      const [{ openPdf, drawPage }, bytes] = await Promise.all([
        import('./open-pdf.ts'),
        callForBytes(openItnPdf, { itn }, signal),
      ])
      return { bytes, openPdf, drawPage }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const retry = () => void refetch()
  if (isError && !isFetching) return isShown && <Failure sentence={messages.pdf.failed} onRetry={retry} />
  if (data) return <PdfPane itn={itn} pdf={data} width={width} isShown={isShown} onRetry={retry} />
  if (!isShown) return null
  return (
    <div className={classes.pane}>
      <Skeleton label={messages.pdf.loading} heights={[40, 24, 24, 24, 120, 24, 24]} />
    </div>
  )
}
