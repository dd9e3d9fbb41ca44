import { Button, Modal } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { useNarrowScreen, useScreenMatch } from '#platform/web/page/use-screen.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import queueClasses from '../authorizations.module.css'
import { NewComments } from '../comments/comments.tsx'
import { BillImage, BillPdf } from '../pdf/bill-pdf.tsx'
import { useHasCases } from './case-link.tsx'
import { DecisionForm } from './decision-form.tsx'
import { DecisionToasts } from './decision-toasts.tsx'
import { ProposalNotice } from './proposal-notice.tsx'
import classes from './review.module.css'
import { ReviewNotice } from './review-notice.tsx'
import { ReviewPanel, type ReviewProps } from './review-panel.tsx'
import { listId } from './use-restore-focus.ts'
import type { Review } from './use-review.ts'

const text = messages.review

/** Width of the PDF pane's border, padding and scroll bar, in CSS pixels. */
const pdfPaneInsets = 34

/** By how much pages are wider than their surroundings on phones, where they extend from edge to edge. */
const edges = 32

type AuthorizationModalProps = {
  review: Review
  mayDecide: boolean
  /** The line about what others have done with the open bill, or that they have it open; empty if nothing. */
  status: string
}

/**
 * The dialog that shows a bill with its PDF and, to users who may make decisions, the decision form. The list
 * behind it stays unchanged. The toasts of saved decisions are in its panel while it is open, within its focus trap.
 */
export function AuthorizationModal({ review, mayDecide, status }: AuthorizationModalProps) {
  const { bill, dismissNotice, undoState } = review
  const notice = bill ? undefined : review.notice
  const isResult = notice?.kind === 'result'
  return (
    <>
      <div role="status" className={isResult ? classes.announced : classes.outside}>
        {isResult && notice.message}
        {notice && !isResult && <ReviewNotice {...notice} onClose={dismissNotice} />}
      </div>
      {bill ? (
        <ReviewDialog review={review} bill={bill} mayDecide={mayDecide} status={status} />
      ) : (
        <DecisionToasts undoState={undoState} onFocusLost={() => document.getElementById(listId)?.focus()} />
      )}
    </>
  )
}

type ReviewDialogProps = Omit<AuthorizationModalProps, 'review'> & ReviewHeaderProps

function ReviewDialog({ review, bill, mayDecide, status }: ReviewDialogProps) {
  const isNarrow = useNarrowScreen()
  return (
    <Modal.Root
      opened
      onClose={review.close}
      // Escape leaves a field before it closes the dialog: see useReviewShortcuts.
      closeOnEscape={false}
      returnFocus={false}
      size="min(1360px, 100%)"
      fullScreen={isNarrow}
      padding={isNarrow ? 'md' : 'lg'}
      yOffset={16}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      shadow="none"
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content>
        <ReviewHeader review={review} bill={bill} status={status} />
        <Modal.Body>
          <ReviewBody review={review} bill={bill} mayDecide={mayDecide} isNarrow={isNarrow} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type ReviewHeaderProps = { review: Review; bill: PendingAuthorization }

/**
 * Names the bill, the outcome of the previous decision, why a decision was not saved, and what others do with the bill.
 * The header stays in view while the dialog scrolls. The live regions stay mounted, so that changes are announced.
 */
function ReviewHeader({ review, bill, status }: ReviewHeaderProps & { status: string }) {
  const { itnNumber, comments } = bill
  const { position, total, notice, owner } = review
  const isShown = notice?.kind === 'progress' || notice?.ignoredKeys !== undefined
  return (
    <Modal.Header className={classes.header}>
      <Modal.Title>
        <ReviewTitle
          key={itnNumber}
          title={text.title(itnNumber)}
          position={text.position(position, total)}
        />
      </Modal.Title>
      <p role="status" className={isShown ? classes.outcome : classes.announced}>
        {[notice?.kind === 'error' ? '' : notice?.message, notice?.ignoredKeys].filter(Boolean).join(' ')}
      </p>
      {notice?.kind === 'error' && <ReviewNotice {...notice} />}
      <p aria-live="polite" className={queueClasses.others}>
        {status}
        <NewComments key={itnNumber} owner={owner} itn={itnNumber} count={comments} />
      </p>
      <Modal.CloseButton />
    </Modal.Header>
  )
}

type ReviewBodyProps = ReviewHeaderProps & { mayDecide: boolean; isNarrow: boolean }

/**
 * The panel and PDFs of a bill, side by side or, on narrow screens, one at a time, plus the hidden PDF of the next
 * bill.
 */
function ReviewBody({ review, bill, mayDecide, isNarrow }: ReviewBodyProps) {
  const { ref, width } = useElementSize()
  const isStacked = useScreenMatch('(max-width: 1000px)')
  const hasCases = useHasCases()
  const [chosen, setChosen] = useState<{ itn: string; view: View }>()
  const Panel = mayDecide ? DecisionForm : ReadOnlyPanel
  const { next } = review
  const views: View[] = [
    ...(isStacked ? (['decision'] as const) : []),
    'bill',
    ...((bill.billImage && hasCases) || bill.submittedPdf ? (['image'] as const) : []),
  ]
  const current = chosen?.itn === bill.itnNumber ? chosen.view : undefined
  const view = current && views.includes(current) ? current : (views[0] ?? 'bill')
  const pageWidth = isNarrow ? width + edges : width - pdfPaneInsets
  return (
    <div className={classes.review} data-review data-view={isStacked ? view : undefined}>
      <Panel key={`${bill.itnNumber} ${bill.round}`} review={review} bill={bill} />
      <div ref={ref} className={classes.documents}>
        {views.length > 1 && (
          <ViewButtons
            views={views}
            view={view}
            onView={(view) => setChosen({ itn: bill.itnNumber, view })}
          />
        )}
        <div className={classes.pages}>
          {view === 'image' && <BillImage key={bill.itnNumber} bill={bill} width={pageWidth} />}
          {[bill, ...(next ? [next] : [])].map((each) => (
            <BillPdf
              key={`${each.itnNumber} ${each.round}`}
              bill={each}
              width={pageWidth}
              isShown={each === bill && view === 'bill'}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** The part of a bill that a narrow screen shows, or the document next to the decision. */
type View = 'decision' | 'bill' | 'image'

type ViewButtonsProps = { views: readonly View[]; view: View; onView: (view: View) => void }

const ViewButtons = ({ views, view, onView }: ViewButtonsProps) => (
  <fieldset aria-label={text.views.label} className={classes.views}>
    {views.map((each) => (
      <Button
        key={each}
        size="sm"
        variant={each === view ? 'light' : 'default'}
        aria-pressed={each === view}
        onClick={() => onView(each)}
      >
        {text.views[each]}
      </Button>
    ))}
  </fieldset>
)

type ReviewTitleProps = { title: string; position: string }

/**
 * The heading of the bill. The dialog scrolls to its top and focuses it, so that screen readers announce the new
 * bill.
 */
function ReviewTitle({ title, position }: ReviewTitleProps) {
  const heading = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    heading.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <span ref={heading} tabIndex={-1} data-autofocus className={classes.title}>
      {title} <small>{position}</small>
    </span>
  )
}

/** The review panel for users who can view bills but not make decisions on them. */
const ReadOnlyPanel = (props: ReviewProps) => (
  <ReviewPanel {...props}>
    <ProposalNotice bill={props.bill} />
    <p className={classes.note}>{messages.notAllowed}</p>
  </ReviewPanel>
)
