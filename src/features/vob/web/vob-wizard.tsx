import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { pushToDataLayer } from '#platform/web/analytics.ts'
import { ApiError, call, callForBytes } from '#platform/web/api-client.ts'
import { openDocument, WindowBlockedError, withTicket } from '#platform/web/document/open-document.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { makeTicket } from '#sign-in/contract.ts'
import { createVob, findIssuedVob, openVob, previewVob, type VobForm, type VobOffer } from '../contract.ts'
import { messages } from '../messages.ts'
import { useIssuedNumber } from './use-issued-number.ts'
import { VobFields } from './vob-fields.tsx'
import { VobPreview } from './vob-preview.tsx'

type VobStepsProps = {
  initial: VobForm
  offer: VobOffer
  clientName: string
  /** Starts a form for another letter. */
  onAnother: () => void
  onClose: () => void
}

/**
 * The form, then its preview. Back returns to the unchanged form even after issuing: only the user
 * can see whether the new window shows the letter.
 */
export function VobWizard({ initial, offer, clientName, onAnother, onClose }: VobStepsProps) {
  const form = useForm<VobForm>({ defaultValues: initial, reValidateMode: 'onSubmit' })
  const preview = useMutation({
    mutationFn: (values: VobForm) => {
      pushToDataLayer('cc_vob_self_issue', clientName)
      return callForBytes(previewVob, values)
    },
    onMutate: dismissError,
    onError: (error) => showError(refusalIn(error) ?? messages.previewFailed),
  })
  const creation = useMutation({
    mutationFn: async (values: VobForm) => {
      let ticket = ''
      const document = { path: createVob.path, fields: values }
      const ticketOnce = async () => {
        ticket = await ticketFor(document)
        return ticket
      }
      await openDocument(document, ticketOnce, () => openIssued(document, ticket))
      return ticket
    },
    onMutate: dismissError,
    onError: (error) => showError(blockingIn(error) ?? messages.createFailed),
  })
  const number = useIssuedNumber(creation.data)
  const opening = useMutation({
    mutationFn: (issued: string) =>
      openDocument({ path: openVob.path, fields: { Number: issued } }, ticketFor),
    onMutate: dismissError,
    onError: (error) => showError(blockingIn(error) ?? messages.openFailed),
  })
  const back = () => {
    preview.reset()
    creation.reset()
  }
  if (!preview.data)
    return <VobFields form={form} offer={offer} isRunning={preview.isPending} onPreview={preview.mutate} />
  return (
    <VobPreview
      picture={preview.data}
      providerName={initial.providerName}
      creation={creation}
      number={number}
      onOpen={opening.mutate}
      onCreate={() => creation.mutate(preview.variables)}
      onBack={back}
      onAnother={onAnother}
      onClose={onClose}
    />
  )
}

/**
 * Returns the request that opens a ticket's letter again. If no letter was issued, it retries the ticket,
 * which issues at most one letter.
 */
async function openIssued(
  { path, fields }: { path: string; fields: Record<string, string> },
  ticket: string,
) {
  const { number } = await call(findIssuedVob, { ticket })
  if (number) return withTicket({ path: openVob.path, fields: { Number: number } }, ticketFor)
  return { path, fields: { ...fields, Token: ticket } }
}

const ticketFor = async (document: { path: string; fields: Record<string, string> }) =>
  (await call(makeTicket, document)).ticket

/** Invalid form, or too many requests. */
const refusals: readonly number[] = [422, 429]

/** The server's reason for rejecting the form, if it did. */
function refusalIn(error: unknown): string | undefined {
  return error instanceof ApiError && refusals.includes(error.status) ? error.problem?.detail : undefined
}

/** Advice for a blocked pop-up window, if that was the cause. */
const blockingIn = (error: unknown) => (error instanceof WindowBlockedError ? error.message : undefined)
