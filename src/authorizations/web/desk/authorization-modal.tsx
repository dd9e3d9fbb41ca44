import { Modal } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { BillPdf } from '../pdf/bill-pdf.tsx'
import { DecisionDesk } from './decision-desk.tsx'
import classes from './desk.module.css'
import { DeskNotice } from './desk-notice.tsx'
import { LookingDesk } from './looking-desk.tsx'
import { useDesk } from './use-desk.ts'

const says = messages.desk

/** Border, padding and scroll bar of the pane beside its pages, in CSS pixels. */
const besidePages = 34

/** Lays a bill on the desk. */
export type DeskHandle = { open: (itn: string) => void }

type AuthorizationModalProps = {
  ref: RefObject<DeskHandle | null>
  /** The bills in the order in which the list shows them. */
  order: readonly PendingAuthorization[]
  mayDecide: boolean
}

/** One bill of the list with its PDF, and for who may decide what there is to decide. The list stays as it is meanwhile. */
export function AuthorizationModal({ ref: handle, order, mayDecide }: AuthorizationModalProps) {
  const desk = useDesk(order)
  const { open } = desk
  useImperativeHandle(handle, () => ({ open }), [open])
  const isNarrow = useMediaQuery('(max-width: 768px)', undefined, { getInitialValueInEffect: false }) ?? false
  const { ref, width } = useElementSize()
  const { bill, next, place, all } = desk
  if (!bill) return desk.notice ? <DeskNotice {...desk.notice} onClose={desk.forget} /> : null
  const Desk = mayDecide ? DecisionDesk : LookingDesk
  const { itnNumber, round } = bill
  return (
    <Modal
      opened
      onClose={desk.close}
      returnFocus={false}
      title={<DeskTitle key={itnNumber} title={says.title(itnNumber)} place={says.place(place, all)} />}
      size="min(1360px, 100%)"
      fullScreen={isNarrow}
      padding={isNarrow ? 'md' : 'lg'}
      yOffset={16}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes.desk}>
        <Desk key={`${itnNumber} ${round}`} desk={desk} bill={bill} />
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
    </Modal>
  )
}

type DeskTitleProps = { title: string; place: string }

/** Which bill this is. It takes the focus, so that whoever hears the page hears which one came. */
function DeskTitle({ title, place }: DeskTitleProps) {
  const heading = useRef<HTMLSpanElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <span ref={heading} tabIndex={-1} data-autofocus className={classes.title}>
      {title} <small>{place}</small>
    </span>
  )
}
