import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useEffectEvent } from 'react'
import { openBillImage } from '#billing/contract.ts'
import { call, callForBytes } from '#platform/web/api-client.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { loadViewedPdf } from '#platform/web/document/fetch-document.ts'
import { PdfViewer } from '#platform/web/pdf/pdf-viewer.tsx'
import { openSubmittedBill } from '../../backoffice-contract.ts'
import { openItnPdf, type PendingAuthorization, recordBillView } from '../../contract.ts'
import { messages } from '../../messages.ts'

type BillPdfProps = { bill: PendingAuthorization; width: number; isShown: boolean }

/** The image of a bill: the PDF that the back office submitted, or the pages in the file of its incident. */
export function BillImage({ bill, width }: Omit<BillPdfProps, 'isShown'>) {
  const { itnNumber: ITN, round, incidentNumber, submittedPdf } = bill
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['bill-image', ITN, round],
    queryFn: ({ signal }) => {
      const IncidentNumber = incidentNumber ?? ''
      const request = submittedPdf
        ? callForBytes(openSubmittedBill, { itn: ITN }, signal)
        : callForBytes(openBillImage, { IncidentNumber, ITN }, signal)
      return loadViewedPdf(request, `bill-image-${ITN}.pdf`)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const failed = <ErrorState message={messages.pdf.failed} onRetry={() => void refetch()} />
  if (isError && !isFetching) return failed
  if (data) return <PdfViewer file={data} label={messages.pdf.image(ITN)} width={width} broken={failed} />
  return loading
}

const loading = <Skeleton label={messages.pdf.loading} heights={[40, 24, 24, 24, 120, 24, 24, 240]} />

/** The PDF of a bill. The next bill's PDF is prefetched and rendered out of sight, so it opens instantly. */
export const BillPdf = memo(({ bill: { itnNumber: itn, round }, width, isShown }: BillPdfProps) => {
  const queryKey = ['itn-pdf', itn, round]
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const request = callForBytes(openItnPdf, { itn, ...(!isShown && { ahead: 'true' }) }, signal)
      return { file: await loadViewedPdf(request, `itn-${itn}.pdf`), isPrefetched: !isShown }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  useRecordView({ itn, queryKey, isUnrecorded: isShown && data?.isPrefetched === true })
  const retry = () => void refetch()
  if (isError && !isFetching) return isShown && <ErrorState message={messages.pdf.failed} onRetry={retry} />
  if (data)
    return (
      <PdfViewer
        file={data.file}
        label={messages.pdf.pane(itn)}
        width={width}
        isShown={isShown}
        broken={<ErrorState message={messages.pdf.failed} onRetry={retry} />}
      />
    )
  if (!isShown) return null
  return loading
})

type ViewedBill = { itn: string; queryKey: readonly unknown[]; isUnrecorded: boolean }

/** Records once, in the audit trail, that a prefetched PDF is now being viewed. */
function useRecordView({ itn, queryKey, isUnrecorded }: ViewedBill) {
  const queries = useQueryClient()
  const { mutate } = useMutation({ mutationFn: () => call(recordBillView, { itn }) })
  const recordView = useEffectEvent(() => {
    queries.setQueryData<{ isPrefetched: boolean }>(queryKey, (pdf) => pdf && { ...pdf, isPrefetched: false })
    mutate()
  })
  useEffect(() => {
    if (isUnrecorded) recordView()
  }, [isUnrecorded])
}
