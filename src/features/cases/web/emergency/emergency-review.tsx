import { Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, notFound } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { z } from 'zod'
import { ApiError, call, isNotFoundError } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm } from '#platform/web/form/use-app-form.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import {
  type EmergencyRead,
  listAccesses,
  type ReviewedAccess,
  reviewAccess,
  reviewNoteLength,
} from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import classes from './emergency.module.css'
import { emergencyQueryKey } from './emergency-banner.tsx'

const text = messages.review

type EmergencyReviewProps = { casePath: (row: string) => string }

/** What others opened in an emergency, why and what they read, to be marked as reviewed. */
export function EmergencyReview({ casePath }: EmergencyReviewProps) {
  const query = useQuery({
    queryKey: [emergencyQueryKey, 'list'],
    queryFn: ({ signal }) => call(listAccesses, {}, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const { error } = query
  const total = query.data?.total ?? 0
  if (isNotFoundError(error)) throw notFound()
  if (error instanceof ApiError && error.status === 403) return <p role="status">{text.noRight}</p>
  return (
    <>
      <p>{text.lead}</p>
      <QueryList
        query={{ ...query, data: query.data?.accesses }}
        waiting={text.loading}
        failed={text.failed}
        empty={<EmptyState message={text.none} />}
      >
        {(accesses) => (
          <>
            {total > accesses.length && <p role="status">{text.shownOf(accesses.length, total)}</p>}
            <ul className={classes.accesses} aria-label={text.title}>
              {accesses.map((access) => (
                <li key={access.id}>
                  <Access access={access} casePath={casePath} />
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryList>
    </>
  )
}

type AccessProps = EmergencyReviewProps & { access: ReviewedAccess }

function Access({ access, casePath }: AccessProps) {
  const { id, person, incidentNumber, row, reason, openedAt, reads, readCount, review, mayReview } = access
  return (
    <article className={classes.access} aria-labelledby={id}>
      <h2 id={id}>{text.heading(person, incidentNumber)}</h2>
      <dl>
        <Fact label={text.reason}>{reason}</Fact>
        <Fact label={text.openedAt}>{formatInstant(openedAt)}</Fact>
        <Fact label={text.state}>{describeState(access)}</Fact>
        <Fact label={text.reads}>
          {reads.length > 0 ? (
            <Reads reads={reads} readCount={readCount} incidentNumber={incidentNumber} />
          ) : (
            text.nothingRead
          )}
        </Fact>
        {review && (
          <Fact label={text.review}>
            {text.reviewed(review.person, formatInstant(review.at))}
            {review.note && <p>{review.note}</p>}
          </Fact>
        )}
      </dl>
      {row && <Link to={casePath(row)}>{text.openCase}</Link>}
      {mayReview && <ReviewForm access={access} />}
    </article>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

function describeState({ isOpen, wasEnded, endsAt }: ReviewedAccess): string {
  const time = formatInstant(endsAt)
  if (isOpen) return text.isOpen(time)
  return wasEnded ? text.endedEarly(time) : text.expired(time)
}

type ReadsProps = Pick<ReviewedAccess, 'reads' | 'readCount' | 'incidentNumber'>

/** What was read, each thing once: when first, how often and when last. */
const Reads = ({ reads, readCount, incidentNumber }: ReadsProps) => (
  <>
    {text.readCount(readCount)}
    <ul>
      {reads.map((read) => (
        <li key={describeRead(read, incidentNumber)}>{describeTimes(read, incidentNumber)}</li>
      ))}
    </ul>
  </>
)

function describeTimes(read: EmergencyRead, incidentNumber: string): string {
  const { at, lastAt, times } = read
  const words = describeRead(read, incidentNumber)
  if (times === 1) return text.read(formatInstant(at), words)
  return text.readAgain(formatInstant(at), words, times, formatInstant(lastAt))
}

/** Names a read; a document of a bill with its ITN. */
function describeRead({ action, subject, pages }: EmergencyRead, incidentNumber: string): string {
  const name = messages.actions[action] ?? action
  const about = [pages && text.pages(pages.first, pages.last), subject !== incidentNumber && subject]
  return [name, ...about].filter(Boolean).join(', ')
}

const noteSchema = z.object({ note: z.string().trim().max(reviewNoteLength) })

/** Marks an access as reviewed, with an optional note. */
function ReviewForm({ access: { id, person, incidentNumber } }: { access: ReviewedAccess }) {
  const queries = useQueryClient()
  const form = useAppForm({ schema: noteSchema, defaultValues: { note: '' }, idPrefix: useId() })
  const review = useMutation({
    mutationFn: ({ note }: { note: string }) => call(reviewAccess, { id, note }),
    onMutate: dismissError,
    onError: (error) =>
      showError((error instanceof ApiError ? error.problem?.detail : undefined) ?? text.saveFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: [emergencyQueryKey] }),
  })
  return (
    <Form
      form={form}
      isBusy={review.isPending}
      onSubmit={review.mutate}
      className={classes.review}
      data-noprint
    >
      <Textarea {...form.field('note')} label={text.note} autosize minRows={2} maxLength={reviewNoteLength} />
      <BusyButton
        type="submit"
        variant="default"
        isBusy={review.isPending}
        aria-label={text.submitNamed(person, incidentNumber)}
      >
        {text.submit}
      </BusyButton>
    </Form>
  )
}
