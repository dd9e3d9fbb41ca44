import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call, callForBytes } from '#platform/web/api-client.ts'
import { ErrorState } from '#platform/web/error-state.tsx'
import { PdfViewer } from '#platform/web/pdf/pdf-viewer.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { noteBillShown, openItnPdf, type PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'

type BillPdfProps = { bill: PendingAuthorization; width: number; isShown: boolean }

/** The PDF of a bill. The next one is fetched and rendered out of sight, so that it opens instantly. */
export function BillPdf({ bill: { itnNumber: itn, round }, width, isShown }: BillPdfProps) {
  const queryKey = ['itn-pdf', itn, round]
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const [code, bytes] = await Promise.all([
        import('#platform/web/pdf/load-pdf.ts'),
        callForBytes(openItnPdf, { itn, ...(!isShown && { ahead: 'true' }) }, signal),
      ])
      return { file: { bytes, name: `itn-${itn}.pdf`, code }, isAhead: !isShown }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  useNoteShown({ itn, queryKey, isUnnoted: isShown && data?.isAhead === true })
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
  return <Skeleton label={messages.pdf.loading} heights={[40, 24, 24, 24, 120, 24, 24, 240]} />
}

type Shown = { itn: string; queryKey: readonly unknown[]; isUnnoted: boolean }

/** Reports once that a prefetched PDF is now being viewed, for the audit trail. */
function useNoteShown({ itn, queryKey, isUnnoted }: Shown) {
  const queries = useQueryClient()
  const note = useEffectEvent(() => {
    queries.setQueryData<{ isAhead: boolean }>(queryKey, (pdf) => pdf && { ...pdf, isAhead: false })
    call(noteBillShown, { itn }).catch(() => undefined)
  })
  useEffect(() => {
    if (isUnnoted) note()
  }, [isUnnoted])
}
