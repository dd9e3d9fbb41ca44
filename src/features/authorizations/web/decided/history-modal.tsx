import { Alert, Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { now } from '#platform/contract/clock.ts'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { isOnTop } from '#platform/web/use-return-focus.ts'
import { getAuthorizationHistory } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { Comments } from '../comments/comments.tsx'
import { historyKey } from '../pending-query.ts'
import { useUndoDecision } from '../review/use-undo.ts'
import { type DecisionActions, History } from './history.tsx'

const text = decidedMessages.history

type HistoryModalProps = {
  /** Identifies the person and the client. */
  owner: string
  /** The bill whose history is shown, if any. */
  itn: string | undefined
  onClose: () => void
} & Pick<DecisionActions, 'onOpenLetter'>

/** The history of a bill, and the comments on it. */
export function HistoryModal({ owner, itn, onOpenLetter, onClose }: HistoryModalProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [historyKey, owner, itn],
    queryFn: async ({ signal }) => ({
      history: await call(getAuthorizationHistory, { itn: itn ?? '' }, signal),
      readAt: now().getTime(),
    }),
    enabled: itn !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const [undone, setUndone] = useState<{ itn: string | undefined; message: string }>()
  const { requestUndo, isUndoing } = useUndoDecision(owner, (message) => setUndone({ itn, message }))
  const content = useRef<HTMLDivElement>(null)
  const isUnknown = isNotFoundError(error)
  return (
    <Modal
      opened={itn !== undefined}
      // Escape closes only the letter that is open over the history, and leaves the field of a comment.
      onClose={() => isOnTop(content.current) && !isTyping() && onClose()}
      size={640}
      title={itn && text.title(itn)}
      transitionProps={{ duration: 0 }}
    >
      {error && !isFetching ? (
        isUnknown ? (
          <p role="alert">{decidedMessages.unknown}</p>
        ) : (
          <ErrorState message={text.failed} onRetry={() => void refetch()} />
        )
      ) : data ? (
        <>
          {undone && undone.itn === itn && (
            <Alert ref={takeFocus} role="status" tabIndex={-1} color="green" variant="light" mb="md">
              {undone.message}
            </Alert>
          )}
          <History {...data} onOpenLetter={onOpenLetter} isUndoing={isUndoing} onUndo={requestUndo} />
          <Comments owner={owner} itn={data.history.bill.itnNumber} />
        </>
      ) : (
        <Skeleton label={text.loading} heights={[48, 24, 24, 24]} />
      )}
      <Group ref={content} justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {text.close}
        </Button>
      </Group>
    </Modal>
  )
}

/** The button that had the focus is gone. */
const takeFocus = (notice: HTMLElement | null) => notice?.focus()

const isTyping = () => document.activeElement?.matches('textarea')
