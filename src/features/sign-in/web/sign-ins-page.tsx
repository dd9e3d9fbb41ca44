import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { draftStore } from '#platform/web/drafts/draft-storage.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { QueryList } from '#platform/web/query-list.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { unsortedView } from '#platform/web/table/use-data-table.ts'
import { endOtherSignIns, endSignIn, listSignIns, type SignIn } from '../contract.ts'
import { messages } from '../messages.ts'
import { isStepUpDemand, StepUpConfirm, useStepUp } from './step-up-confirm.tsx'

const text = messages.signIns

/** A session to end, or all others. */
const choice = z.union([z.literal('others'), z.uuid()])
type Choice = z.infer<typeof choice>

/** As long as a sign-in can take. */
const choiceMs = 15 * 60_000

/** What a person has chosen to end, kept while they sign in again. */
export const choiceStore = (person: string) => draftStore(person, 'sign-ins', choice, choiceMs)

/** The active sessions of the person, who can end each of the others, or all of them. */
export function SignInsPage({ person }: { person: string }) {
  const query = useQuery({
    queryKey: ['sign-ins'],
    queryFn: ({ signal }) => call(listSignIns, {}, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const [isAsking, setAsking] = useState(false)
  const { ending, stepUp } = useEnding(person, query.refetch)
  const signIns = query.data?.signIns
  return (
    <StaticPage isWide title={text.title}>
      <p>{text.lead}</p>
      <QueryList
        query={{ ...query, data: signIns }}
        waiting={text.loading}
        failed={text.failed}
        empty={<p role="status">{text.none}</p>}
      >
        {(rows) => (
          <SignInTable
            signIns={rows}
            ending={ending.isPending ? ending.variables : undefined}
            onEnd={ending.mutate}
          />
        )}
      </QueryList>
      <p role="status">{ending.data && text.ended(ending.data.ended)}</p>
      {signIns && signIns.length > 1 && (
        <BusyButton variant="default" isBusy={ending.isPending} onClick={() => setAsking(true)}>
          {text.endOthers}
        </BusyButton>
      )}
      <ConfirmModal
        opened={isAsking}
        title={text.endOthers}
        yes={text.confirm}
        no={text.cancel}
        isRisky
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false)
          ending.mutate('others')
        }}
      >
        {text.question}
      </ConfirmModal>
      <StepUpConfirm stepUp={stepUp}>{text.stepUpQuestion}</StepUpConfirm>
    </StaticPage>
  )
}

/** Ends sessions. If that demands a step-up, the choice is kept, and carried out when the page opens again. */
function useEnding(person: string, onSettled: () => unknown) {
  const store = useMemo(() => choiceStore(person), [person])
  const ending = useMutation({
    mutationFn: (id: Choice) => (id === 'others' ? call(endOtherSignIns, {}) : call(endSignIn, { id })),
    onMutate: dismissError,
    onError: (error) => (isStepUpDemand(error) ? stepUp.ask() : showError(text.endFailed)),
    onSettled,
  })
  const stepUp = useStepUp(() => ending.variables && store.set(ending.variables))
  const resume = useEffectEvent(() => {
    const chosen = store.get()
    store.remove()
    if (chosen) ending.mutate(chosen)
  })
  useEffect(() => resume(), [])
  return { ending, stepUp }
}

type TableProps = { signIns: readonly SignIn[]; ending: Choice | undefined; onEnd: (id: string) => void }

function SignInTable({ signIns, ending, onEnd }: TableProps) {
  const [view, onView] = useState(unsortedView)
  const columns = useMemo(() => createSignInColumns(ending, onEnd), [ending, onEnd])
  return (
    <PagedList
      label={text.title}
      rows={signIns}
      columns={columns}
      rowId={rowId}
      view={view}
      onView={onView}
    />
  )
}

const rowId = ({ id }: SignIn) => id
const nameDevice = ({ device }: SignIn) => device ?? text.unknownDevice

const { text: textColumn, time, action, all } = createColumns<SignIn>()
const instant = (id: 'startedAt' | 'usedAt' | 'endsAt', label: string) =>
  time(
    id,
    label,
    (signIn) => signIn[id],
    (signIn) => formatInstant(signIn[id]),
  )

const createSignInColumns = (ending: Choice | undefined, onEnd: (id: string) => void) =>
  all([
    textColumn('device', text.device, nameDevice),
    textColumn('address', text.address, ({ address }) => address, 'short'),
    instant('startedAt', text.started),
    instant('usedAt', text.used),
    instant('endsAt', text.ends),
    action('end', text.end, (signIn) =>
      signIn.isCurrent ? (
        text.current
      ) : (
        <BusyButton
          size="compact-sm"
          variant="default"
          aria-label={text.endNamed(nameDevice(signIn), formatInstant(signIn.startedAt))}
          isBusy={ending === signIn.id}
          onClick={() => onEnd(signIn.id)}
        >
          {text.end}
        </BusyButton>
      ),
    ),
  ])
