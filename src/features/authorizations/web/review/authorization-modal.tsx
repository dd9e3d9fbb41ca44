import { Modal } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { BillPdf } from '../pdf/bill-pdf.tsx'
import { DecisionDesk } from './decision-form.tsx'
import { LookingDesk } from './read-only-panel.tsx'
import classes from './review.module.css'
import { DeskNotice } from './review-notice.tsx'
import { useDesk } from './use-review.ts'

const says = messages.desk

/** Border, padding and scroll bar of the PDF pane, in CSS pixels. */
const besidePages = 34

/** Opens a bill in the review dialog. */
export type DeskHandle = { open: (itn: string) => void }

type AuthorizationModalProps = {
  ref: RefObject<DeskHandle | null>
  /** The bills in list order. */
  order: readonly PendingAuthorization[]
  mayDecide: boolean
}

type DeskState = ReturnType<typeof useDesk>

/** A bill with its PDF and, for users who may decide, the decision form. The list behind it stays unchanged. */
export function AuthorizationModal({ ref: handle, order, mayDecide }: AuthorizationModalProps) {
  const desk = useDesk(order)
  const { open } = desk
  useImperativeHandle(handle, () => ({ open }), [open])
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  const { bill, notice, forget } = desk
  if (!bill)
    return (
      <div role="status" className={classes.outside}>
        {notice && <DeskNotice {...notice} onClose={forget} />}
      </div>
    )
  return (
    <Modal.Root
      opened
      onClose={desk.close}
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
        <DeskHeader desk={desk} bill={bill} />
        <Modal.Body>
          <DeskBody desk={desk} bill={bill} mayDecide={mayDecide} isNarrow={isNarrow} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type DeskHeaderProps = { desk: DeskState; bill: PendingAuthorization }

/**
 * Names the bill and the outcome of the previous decision. The live region stays mounted, so that outcomes are
 * announced.
 */
function DeskHeader({ desk: { place, all, notice }, bill: { itnNumber } }: DeskHeaderProps) {
  return (
    <Modal.Header className={classes.header}>
      <Modal.Title>
        <DeskTitle key={itnNumber} title={says.title(itnNumber)} place={says.place(place, all)} />
      </Modal.Title>
      <p role="status" className={classes.told}>
        {notice && !notice.isError ? notice.sentence : ''}
      </p>
      <Modal.CloseButton />
    </Modal.Header>
  )
}

type DeskBodyProps = DeskHeaderProps & { mayDecide: boolean; isNarrow: boolean }

/** The panel and PDF of a bill, plus the hidden PDF of the next bill. */
function DeskBody({ desk, bill, mayDecide, isNarrow }: DeskBodyProps) {
  const { ref, width } = useElementSize()
  const Desk = mayDecide ? DecisionDesk : LookingDesk
  const { next } = desk
  return (
    <div className={classes.desk}>
      <Desk key={`${bill.itnNumber} ${bill.round}`} desk={desk} bill={bill} />
      <div ref={ref} className={classes.pages}>
        {[bill, ...(next ? [next] : [])].map((each) => (
          <BillPdf
            key={`${each.itnNumber} ${each.round}`}
            bill={each}
            width={isNarrow ? width : width - besidePages}
            isShown={each === bill}
          />
        ))}
      </div>
    </div>
  )
}

type DeskTitleProps = { title: string; place: string }

/**
 * The heading of the bill. The dialog scrolls to its top and focuses it, so that screen readers announce the new
 * bill.
 */
function DeskTitle({ title, place }: DeskTitleProps) {
  const heading = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    heading.current?.closest('[role="dialog"]')?.scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <span ref={heading} tabIndex={-1} data-autofocus className={classes.title}>
      {title} <small>{place}</small>
    </span>
  )
}
