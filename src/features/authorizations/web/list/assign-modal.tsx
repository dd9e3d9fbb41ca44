import { Button, Modal, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { IconEye, IconUser, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { useReturnFocus } from '#platform/web/use-return-focus.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { type Assignee, assignAuthorization, listAssignees, queueQueryKey } from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'
import classes from '../authorizations.module.css'
import { type PendingBills, pendingQueryKey, updatePending } from '../pending-query.ts'
import { Reviewing } from './use-queue.ts'

const text = queueMessages.assign

/** Names the assignee from the user's point of view. */
export const nameAssignee = ({ assignee }: PendingAuthorization): string =>
  assignee === null ? text.nobody : assignee.isMe ? text.me : assignee.name

const assigneeButtonId = (itn: string) => `assignee-${itn}`

type AssigneeCellProps = {
  bill: PendingAuthorization
  /** Opens the dialog that assigns the bill; undefined for people who may not. */
  onAssign: ((bill: PendingAuthorization) => void) | undefined
}

/** The assignee of a bill, with a button to change it, and who has the bill open now. */
export function AssigneeCell({ bill, onAssign }: AssigneeCellProps) {
  const names = useContext(Reviewing).get(bill.itnNumber)
  const name = nameAssignee(bill)
  const Icon = bill.assignee === null ? IconUserPlus : IconUser
  return (
    <>
      {onAssign ? (
        <button
          id={assigneeButtonId(bill.itnNumber)}
          type="button"
          className={classes.assignee}
          data-nobody={bill.assignee === null || undefined}
          aria-label={text.change(bill.itnNumber, name)}
          onClick={() => onAssign(bill)}
        >
          <Icon size={14} stroke={1.75} aria-hidden />
          {name}
        </button>
      ) : (
        name
      )}
      <FormerAssignee bill={bill} />
      {names && (
        <span className={classes.reviewing} title={queueMessages.reviewing(names)}>
          <IconEye size={14} stroke={1.75} aria-hidden />
          <span aria-hidden>{names.join(', ')}</span>
          <VisuallyHidden>{queueMessages.reviewing(names)}</VisuallyHidden>
        </span>
      )}
    </>
  )
}

/** The assignee of a bill, as text. */
export const AssigneeLabel = ({ bill }: { bill: PendingAuthorization }) => (
  <>
    {nameAssignee(bill)} <FormerAssignee bill={bill} />
  </>
)

/** Says who a bill was assigned to, if that person may no longer decide it. */
const FormerAssignee = ({ bill: { formerAssignee } }: { bill: PendingAuthorization }) =>
  formerAssignee !== null && <span className={classes.former}>{text.former(formerAssignee)}</span>

/** The most people shown at once. If there are more, they can be filtered by name. */
const shownPeople = 8

type AssignModalProps = {
  /** Identifies the person and the client. */
  owner: string
  bill: PendingAuthorization
  onClose: () => void
}

/** Assigns a bill to the user or another person who may decide it, or removes its assignee. */
export function AssignModal({ owner, bill, onClose }: AssignModalProps) {
  const { itnNumber: itn, client, assignee } = bill
  useReturnFocus(() => document.getElementById(assigneeButtonId(itn)))
  const queries = useQueryClient()
  const people = useQuery({
    queryKey: [queueQueryKey, 'assignees', owner],
    queryFn: ({ signal }) => call(listAssignees, {}, signal),
    select: ({ people }) => people.filter(({ codes }) => codes.includes(client)),
    staleTime: 60_000,
  })
  const assignment = useMutation({
    mutationFn: (person: Assignee | undefined) =>
      call(assignAuthorization, { itn, assignee: person?.id ?? null, seenAssignee: assignee?.id ?? null }),
    onMutate: dismissError,
    onSuccess: (_response, person) => {
      updatePending(queries, (found) => withAssignee(found, itn, person))
      onClose()
    },
    onError: (error) => {
      const problem = error instanceof ApiError && error.status < 500 ? error.problem : undefined
      showError(problem?.detail ?? text.failed)
      if (problem?.status !== 409) return
      void queries.invalidateQueries({ queryKey: pendingQueryKey })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={text.title(itn)} transitionProps={{ duration: 0 }}>
      <QueryList
        query={people}
        waiting={text.loading}
        failed={text.listFailed}
        empty={<EmptyState message={text.nobodyMayDecide} />}
      >
        {(found) => (
          <AssigneeList
            people={found}
            current={assignee?.id}
            isBusy={assignment.isPending}
            onChoose={(person) => assignment.mutate(person)}
          />
        )}
      </QueryList>
    </Modal>
  )
}

const withAssignee = (found: PendingBills, itn: string, person: Assignee | undefined): PendingBills => ({
  ...found,
  bills: found.bills.map((bill) =>
    bill.itnNumber === itn
      ? {
          ...bill,
          assignee: person ? { id: person.id, name: person.name, isMe: person.isMe } : null,
          formerAssignee: null,
        }
      : bill,
  ),
})

type AssigneeListProps = {
  people: readonly Assignee[]
  /** The id of the current assignee. */
  current: string | undefined
  isBusy: boolean
  onChoose: (person: Assignee | undefined) => void
}

function AssigneeList({ people, current, isBusy, onChoose }: AssigneeListProps) {
  const [typed, setTyped] = useState('')
  const me = people.find(({ isMe }) => isMe)
  const others = people.filter(({ isMe }) => !isMe)
  const matching = others.filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  const choice = (label: string, person: Assignee | undefined) => (
    <Button
      key={person?.id ?? ''}
      variant="default"
      justify="start"
      disabled={isBusy}
      aria-pressed={person?.id === current}
      onClick={() => onChoose(person)}
    >
      {label}
    </Button>
  )
  return (
    <Stack gap="xs">
      {me && choice(text.toMe, me)}
      {others.length > shownPeople && (
        <TextInput
          label={text.filter}
          value={typed}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {matching.slice(0, shownPeople).map((person) => choice(person.name, person))}
      {others.length > 0 && matching.length === 0 && <p role="status">{text.none}</p>}
      {current !== undefined && choice(text.remove, undefined)}
    </Stack>
  )
}
