import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, memo, useEffect, useEffectEvent, useId, useState } from 'react'
import { validateNoteText } from '#platform/contract/normalize-text.ts'
import { call } from '#platform/web/api-client.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { type NewNote, NoteEditor } from '#platform/web/drafts/note-editor.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { TabOwnerProvider } from '#platform/web/storage.ts'
import { fields } from '#platform/web/use-shortcut.ts'
import { addComment, type Comment, listComments } from '../../comment-contract.ts'
import { commentMessages as text } from '../../review-messages.ts'
import { type PendingBills, updatePending } from '../pending-query.ts'
import classes from './comments.module.css'

type CommentsProps = {
  /** Identifies the person and the client. */
  owner: string
  itn: string
}

const commentsKey = ({ owner, itn }: CommentsProps) => ['authorization comments', owner, itn]

const useComments = (bill: CommentsProps) =>
  useQuery({
    queryKey: commentsKey(bill),
    queryFn: async ({ signal }) => (await call(listComments, { itn: bill.itn }, signal)).comments,
    staleTime: 0,
    gcTime: 0,
  })

/** The ID of the comments in the review. */
export const reviewCommentsId = 'review-comments'

/** Returns the comments of a bill, and those that it had when they were first loaded. */
function useFirstComments(bill: CommentsProps) {
  const { data, refetch } = useComments(bill)
  const [first, setFirst] = useState(data)
  if (first === undefined && data !== undefined) setFirst(data)
  return { data, first, refetch }
}

/**
 * Says who has written comments since the bill was opened. `count` is their number in the queue: when it rises, the
 * comments are loaded again. Use it in a live region.
 */
export function NewComments({ count, ...bill }: CommentsProps & { count: number }) {
  const { data, first, refetch } = useFirstComments(bill)
  const isLoaded = data !== undefined
  const loadMissing = useEffectEvent((counted: number) => {
    if (data && data.length < counted) void refetch({ cancelRefetch: false })
  })
  useEffect(() => {
    if (isLoaded) loadMissing(count)
  }, [isLoaded, count])
  const arrived = (data ?? []).filter(({ id, isMine }) => !isMine && !first?.some((known) => known.id === id))
  const last = arrived.at(-1)
  return first && last && <span> {text.arrived(arrived.length, last.author)}</span>
}

/**
 * A button that goes to the comments below, if the bill had any when it was opened: with the first one, it would move the
 * fields that the person is typing in.
 */
export function CommentsButton(bill: CommentsProps) {
  const { data, first } = useFirstComments(bill)
  const count = data?.length ?? 0
  if (count === 0 || first?.length === 0) return null
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={() => {
        const comments = document.getElementById(reviewCommentsId)
        comments?.scrollIntoView({ block: 'nearest' })
        comments?.focus({ preventScroll: true })
      }}
    >
      {text.counted(count)}
    </Button>
  )
}

/** The comments of staff on a bill, with the form for a new one. An unsaved text stays until it is saved or discarded. */
export const Comments = memo(({ id, ...bill }: CommentsProps & { id?: string }) => {
  const { owner, itn } = bill
  // The history has them too, over the review.
  const idPrefix = useId()
  const queries = useQueryClient()
  const query = useComments(bill)
  const { mutateAsync } = useMutation({
    mutationFn: ({ noteId, noteText }: NewNote) =>
      call(addComment, { itn, commentId: noteId, commentText: noteText }),
  })
  return (
    <section
      id={id}
      // The review behind the history has a section of comments too.
      aria-label={id === undefined ? text.titleInHistory : text.title}
      tabIndex={-1}
      className={classes.comments}
      onKeyDown={keepKeys}
      // React passes submissions on to the decision's form, also out of a dialog over it.
      onSubmit={(event) => event.stopPropagation()}
    >
      <h3>
        {text.title} {query.data && query.data.length > 0 && <small>{query.data.length}</small>}
      </h3>
      {query.isError && !query.isFetching ? (
        <ErrorState message={text.failed} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <CommentList comments={query.data} />
      ) : (
        <Skeleton label={text.loading} heights={[24]} />
      )}
      <TabOwnerProvider value={owner}>
        <NoteEditor
          draftName={`comment draft of ${itn}`}
          text={text.form}
          idPrefix={`comment-${idPrefix}`}
          validate={(comment) => validateNoteText(comment, text)}
          save={mutateAsync}
          onSaved={() => {
            void queries.invalidateQueries({ queryKey: commentsKey(bill) })
            updatePending(queries, (found) => withComment(found, itn))
          }}
        />
      </TabOwnerProvider>
    </section>
  )
})

/** Counts a new comment in a list. */
const withComment = (found: PendingBills, itn: string): PendingBills => ({
  ...found,
  bills: found.bills.map((bill) =>
    bill.itnNumber === itn ? { ...bill, comments: bill.comments + 1 } : bill,
  ),
})

/** In the field, Escape leaves it, and Ctrl+Enter saves the comment, not the decision. */
function keepKeys(event: KeyboardEvent<HTMLElement>) {
  const { key, ctrlKey, metaKey, repeat, currentTarget } = event
  if (!(event.target instanceof HTMLElement) || !event.target.matches(fields)) return
  const isSave = key === 'Enter' && (ctrlKey || metaKey)
  if (key !== 'Escape' && !isSave) return
  event.preventDefault()
  event.stopPropagation()
  if (key === 'Escape') currentTarget.focus()
  else if (!repeat) event.target.closest('form')?.requestSubmit()
}

const CommentList = ({ comments }: { comments: readonly Comment[] }) =>
  comments.length === 0 ? (
    <p className={classes.none}>{text.none}</p>
  ) : (
    <ol className={classes.list}>
      {comments.map(({ id, writtenAt, author, commentText }) => (
        <li key={id}>
          <p className={classes.about}>
            <bdi>{author}</bdi> <time dateTime={writtenAt}>{formatInstant(writtenAt)}</time>
          </p>
          <p className={classes.text} dir="auto">
            {commentText}
          </p>
        </li>
      ))}
    </ol>
  )
