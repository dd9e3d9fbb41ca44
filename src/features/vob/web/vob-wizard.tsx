import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { now } from '#platform/contract/clock.ts'
import { dayInTimeZone } from '#platform/contract/date-format.ts'
import { pushToDataLayer } from '#platform/web/analytics.ts'
import { ApiError, call, callForBytes } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import {
  createDocumentRequest,
  type DocumentRequest,
  type RequestTicket,
  withTicket,
} from '#platform/web/document/document-request.ts'
import { openDocumentWindow, WindowBlockedError } from '#platform/web/document/document-window.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { useAppForm, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { useObjectUrl } from '#platform/web/use-object-url.ts'
import {
  createVob,
  findIssuedVob,
  openVob,
  previewVob,
  type VobForm,
  type VobOptions,
  vobForm,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { validateForm } from '../rules.ts'
import classes from './vob.module.css'
import { VobEntryForm } from './vob-entry-form.tsx'

type VobWizardProps = {
  initial: VobForm
  vobOptions: VobOptions
  /** The description of the incident, if it does not fit its field. */
  longComplaint: string | undefined
  clientName: string
  requestTicket: RequestTicket
  /** Called once the letter has been issued. */
  onIssued: () => void
  /** Starts a form for another letter. */
  onAnother: () => void
  onClose: () => void
}

/**
 * The form, then its preview. Back returns to the unchanged form, even after the letter was issued, because only the
 * user can see whether the new window shows it.
 */
export function VobWizard({ initial, vobOptions, clientName, requestTicket, ...props }: VobWizardProps) {
  const { onIssued, longComplaint, ...handlers } = props
  const form = useVobForm(initial, vobOptions)
  const preview = useMutation({
    mutationFn: (values: VobForm) => {
      pushToDataLayer('cc_vob_self_issue', clientName)
      return callForBytes(previewVob, values)
    },
    onMutate: dismissError,
    onError: (error) => showError(getRejectionMessage(error) ?? messages.previewFailed),
  })
  const creation = useMutation({
    mutationFn: async (values: VobForm) => {
      let ticket = ''
      const request = createDocumentRequest(createVob, values)
      const requestLetterTicket = async () => {
        ticket = await requestTicket(request)
        return ticket
      }
      await openDocumentWindow(request, requestLetterTicket, () => openIssued(request, ticket, requestTicket))
      return ticket
    },
    onMutate: dismissError,
    onError: (error) => showError(getBlockedMessage(error) ?? messages.createFailed),
  })
  const number = useIssuedNumber(creation.data)
  const finish = useEffectEvent(onIssued)
  useEffect(() => {
    if (number) finish()
  }, [number])
  const opening = useMutation({
    mutationFn: (issued: string) =>
      openDocumentWindow(createDocumentRequest(openVob, { Number: issued }), requestTicket),
    onMutate: dismissError,
    onError: (error) => showError(getBlockedMessage(error) ?? messages.openFailed),
  })
  const back = () => {
    preview.reset()
    creation.reset()
  }
  if (!preview.data)
    return (
      <VobEntryForm
        form={form}
        vobOptions={vobOptions}
        longComplaint={longComplaint}
        isRunning={preview.isPending}
        onPreview={preview.mutate}
      />
    )
  return (
    <VobPreview
      picture={preview.data}
      providerName={initial.providerName}
      creation={creation}
      number={number}
      onOpen={opening.mutate}
      onCreate={() => creation.mutate(preview.variables)}
      onBack={back}
      {...handlers}
    />
  )
}

/** The form's state. An error disappears when its field changes. */
function useVobForm(initial: VobForm, vobOptions: VobOptions) {
  const form = useAppForm<VobForm>({
    schema: withFieldErrors(vobForm, (values) => {
      const errors = validateForm(values, vobOptions, dayInTimeZone(getBootstrapData().timeZone, now()))
      return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
    }),
    defaultValues: initial,
    idPrefix: useId(),
    revalidates: false,
    onChange: (_values, field) => form.clearErrors(field),
  })
  return form
}

/**
 * Returns the request that reopens the letter issued with a ticket. If none was issued, this is the original
 * request with the same ticket, which issues at most one letter.
 */
async function openIssued({ path, fields }: DocumentRequest, ticket: string, requestTicket: RequestTicket) {
  const { number } = await call(findIssuedVob, { ticket })
  if (number) return withTicket(createDocumentRequest(openVob, { Number: number }), requestTicket)
  return { path, fields: { ...fields, Token: ticket } }
}

/** Statuses whose message is shown: an invalid form and too many requests. */
const rejectionStatuses: readonly number[] = [422, 429]

/** Returns the server's message if it rejected the form. */
function getRejectionMessage(error: unknown): string | undefined {
  return error instanceof ApiError && rejectionStatuses.includes(error.status)
    ? error.problem?.detail
    : undefined
}

/** Returns the advice for a blocked pop-up window, if that was the cause. */
const getBlockedMessage = (error: unknown) =>
  error instanceof WindowBlockedError ? error.message : undefined

const intervalMs = 2000
const maxAttempts = 30

/** Polls for up to a minute for the number of the letter issued with a ticket. */
function useIssuedNumber(ticket: string | undefined): string | undefined {
  const issued = useQuery({
    queryKey: ['issued-vob', ticket],
    queryFn: ({ signal }) => call(findIssuedVob, { ticket: ticket ?? '' }, signal),
    enabled: ticket !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.number || state.dataUpdateCount >= maxAttempts ? false : intervalMs,
  })
  return issued.data?.number ?? undefined
}

type VobPreviewProps = {
  picture: Blob
  providerName: string
  creation: { isPending: boolean; isSuccess: boolean }
  /** The letter's number, once the letter has been issued. */
  number: string | undefined
  onOpen: (number: string) => void
  onCreate: () => void
  onBack: () => void
  onAnother: () => void
  onClose: () => void
}

/** The preview, with buttons to create the letter or go back. */
function VobPreview({ picture, providerName, creation, number, onCreate, ...handlers }: VobPreviewProps) {
  const address = useObjectUrl(picture)
  const paper = useRef<HTMLElement>(null)
  useEffect(() => paper.current?.focus(), [])
  return (
    <>
      <section ref={paper} tabIndex={0} aria-label={messages.preview} className={classes.paper}>
        {address && <img src={address} alt={messages.previewOf(providerName)} className={classes.picture} />}
      </section>
      <Group justify="flex-end" mt="md" className={classes.buttons}>
        <Text role="status" mr="auto">
          {creation.isSuccess && (number ? messages.issued(number) : messages.openingDocument)}
        </Text>
        <Button variant="default" onClick={handlers.onBack} disabled={creation.isPending}>
          {messages.back}
        </Button>
        {creation.isSuccess ? (
          <>
            {number && (
              <Button variant="default" onClick={() => handlers.onOpen(number)}>
                {messages.openAgain}
              </Button>
            )}
            <Button variant="default" onClick={handlers.onAnother}>
              {messages.another}
            </Button>
            <Button onClick={handlers.onClose}>{messages.close}</Button>
          </>
        ) : (
          <BusyButton onClick={onCreate} isBusy={creation.isPending}>
            {messages.create}
          </BusyButton>
        )}
      </Group>
    </>
  )
}
