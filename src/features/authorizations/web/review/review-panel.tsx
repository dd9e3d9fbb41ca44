import { Anchor, Button, Group, Text } from '@mantine/core'
import { memo, type ReactNode, useState } from 'react'
import { formatMoney } from '#platform/contract/money.ts'
import { Form } from '#platform/web/form/form.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { KeyList } from '#platform/web/key-list.tsx'
import { useShortcutsEnabled } from '#platform/web/use-shortcut.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { queueMessages } from '../../queue-messages.ts'
import { Comments, CommentsButton, reviewCommentsId } from '../comments/comments.tsx'
import { HistoryModal } from '../decided/history-modal.tsx'
import { DueLabel, WaitLabel } from '../due-label.tsx'
import { AssigneeLabel } from '../list/assign-modal.tsx'
import { CaseLink } from './case-link.tsx'
import { DecisionToasts } from './decision-toasts.tsx'
import { noAction } from './decision-values.ts'
import classes from './review.module.css'
import shortcutListClasses from './shortcut-list.module.css'
import type { DecisionFormState } from './use-decision.ts'
import type { Review } from './use-review.ts'
import { reviewFormId, useReviewShortcuts } from './use-review-shortcuts.ts'

const text = messages.review

export type ReviewProps = { review: Review; bill: PendingAuthorization }
type ReviewPanelProps = ReviewProps & { decisionForm?: DecisionFormState; children: ReactNode }

/** The panel next to the PDF: bill summary, decision and navigation. */
export function ReviewPanel({ review, bill, decisionForm, children }: ReviewPanelProps) {
  const [hasShortcuts, setShortcutsShown] = useState(false)
  const [hasSingleKeys] = useShortcutsEnabled()
  const { move, close } = review
  const toggleShortcuts = () => setShortcutsShown(!hasShortcuts)
  useReviewShortcuts({
    move,
    close: hasShortcuts ? toggleShortcuts : close,
    toggleShortcuts,
    hasSingleKeys,
    decisionForm,
  })
  const frame = { id: reviewFormId, 'aria-label': text.choice, className: classes.form }
  const content = (
    <>
      <BillSummary bill={bill} owner={review.owner} />
      {children}
      <ReviewButtons
        review={review}
        decisionForm={decisionForm}
        hasShortcuts={hasShortcuts}
        toggleShortcuts={toggleShortcuts}
      />
    </>
  )
  return (
    <>
      {decisionForm ? (
        <Form
          {...frame}
          form={decisionForm.form}
          isBusy={decisionForm.isShownSaving || decisionForm.values.action === noAction}
          onSubmit={decisionForm.submit}
          onInvalid={decisionForm.dismissNotice}
        >
          {content}
        </Form>
      ) : (
        <section {...frame}>{content}</section>
      )}
      <Comments id={reviewCommentsId} owner={review.owner} itn={bill.itnNumber} />
      {hasShortcuts && <ShortcutList mayDecide={decisionForm !== undefined} hasSingleKeys={hasSingleKeys} />}
    </>
  )
}

type ReviewButtonsProps = {
  review: Review
  decisionForm: DecisionFormState | undefined
  hasShortcuts: boolean
  toggleShortcuts: () => void
}

const ownProposalId = 'own-proposal'

/** The buttons below the decision: navigation, shortcuts, Cancel and Save; and the toasts of saved decisions. */
function ReviewButtons({ review, decisionForm, hasShortcuts, toggleShortcuts }: ReviewButtonsProps) {
  const { move, close, undoState } = review
  return (
    <div ref={keepClearOfBars} className={classes.buttons}>
      <DecisionToasts undoState={undoState} onFocusLost={focusHeading} />
      <Button size="sm" variant="default" aria-keyshortcuts="ArrowLeft" onClick={() => move(-1)}>
        {text.previous}
      </Button>
      <Button size="sm" variant="default" aria-keyshortcuts="ArrowRight" onClick={() => move(1)}>
        {text.next}
      </Button>
      <Button
        size="sm"
        variant="subtle"
        className={classes.toKeys}
        aria-expanded={hasShortcuts}
        onClick={toggleShortcuts}
      >
        {text.keys}
      </Button>
      {decisionForm?.isOwnProposal && (
        <Text id={ownProposalId} size="sm" flex="1 1 100%">
          {messages.proposal.own(decisionForm.bill.itnNumber)}
        </Text>
      )}
      <span className={classes.last}>
        <Button size="sm" variant="default" onClick={close}>
          {text.cancel}
        </Button>
        {decisionForm && (
          <Button
            type="submit"
            size="sm"
            aria-keyshortcuts="Control+Enter"
            aria-describedby={decisionForm.isOwnProposal ? ownProposalId : undefined}
            disabled={decisionForm.values.action === noAction || decisionForm.isShownSaving}
          >
            {decisionForm.isShownSaving ? text.saving : describeSave(decisionForm)}
          </Button>
        )}
      </span>
    </div>
  )
}

/** Says what Save does with the chosen action. */
function describeSave({ values, amounts, bill, ...decision }: DecisionFormState): string {
  const { action, maximumCovered } = values
  if (action === noAction) return text.save
  if (action !== 'A') return text.saveAction[action]
  if (!amounts || decision.isOwnProposal) return text.save
  const describe = decision.exceededLimit === undefined ? text.saveAction.A : text.saveProposal
  return describe(formatMoney(maximumCovered.trim(), bill.currency), bill.totalChargeFormatted)
}

export const focusHeading = () =>
  document
    .getElementById(reviewFormId)
    ?.closest('[role="dialog"]')
    ?.querySelector<HTMLElement>('[data-autofocus]')
    ?.focus()

/** Keeps scrolled-to content, and the field of a rejected decision, clear of the header and footer at any height. */
function keepClearOfBars(buttons: HTMLElement | null) {
  const dialog = buttons?.closest<HTMLElement>('[role="dialog"]')
  const header = dialog?.querySelector('header')
  if (!buttons || !dialog || !header) return
  const observer = new ResizeObserver(() => {
    dialog.style.scrollPaddingBlock = `${header.offsetHeight}px ${buttons.offsetHeight}px`
    dialog.querySelector('header:has([role=alert]) ~ * :focus')?.scrollIntoView({ block: 'nearest' })
  })
  for (const bar of [header, buttons]) observer.observe(bar)
  return () => observer.disconnect()
}

const columnText = messages.columns

/** The fields of a bill that have a value, and a link to its history. */
const BillSummary = memo(({ bill, owner }: { bill: PendingAuthorization; owner: string }) => {
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const received = (
    <>
      {formatInstant(bill.receivedAt)} {bill.round > 1 && text.submittedAgain(bill.round)}{' '}
      <Anchor component="button" type="button" inherit onClick={() => setHistoryOpen(true)}>
        {text.history}
      </Anchor>
    </>
  )
  const fields = [
    [columnText.totalCharge, bill.totalChargeFormatted],
    [columnText.patient, bill.patientName],
    [columnText.provider, bill.providerName],
    [columnText.service, bill.datesOfService],
    [columnText.client, bill.carrier],
    [columnText.hmo, bill.hmo],
    [columnText.policy, bill.policy],
    [columnText.incident, bill.incidentNumber && <CaseLink bill={bill} />],
    [columnText.received, received],
    [columnText.waiting, <WaitLabel key="wait" {...bill} />],
    [queueMessages.due, bill.dueAt && <DueLabel {...bill} />],
    [queueMessages.assignee, (bill.assignee || bill.formerAssignee) && <AssigneeLabel bill={bill} />],
  ] as const
  return (
    <>
      <dl className={classes.facts}>
        {fields
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Group>
        <CommentsButton owner={owner} itn={bill.itnNumber} />
      </Group>
      <HistoryModal
        owner={owner}
        itn={isHistoryOpen ? bill.itnNumber : undefined}
        onClose={() => setHistoryOpen(false)}
      />
    </>
  )
})

const { everywhere, outsideFields, inLists, off } = text.shortcuts

type Shortcuts = { title: string; keys: readonly (readonly [readonly string[], string])[] }

/** The keyboard shortcuts, grouped by where they work. */
function ShortcutList({ mayDecide, hasSingleKeys }: { mayDecide: boolean; hasSingleKeys: boolean }) {
  const groups: Shortcuts[] = [
    ...(hasSingleKeys
      ? [
          {
            title: outsideFields.title,
            keys: [...(mayDecide ? outsideFields.deciding : []), ...outsideFields.viewing],
          },
        ]
      : []),
    { title: everywhere.title, keys: mayDecide ? everywhere.deciding : everywhere.viewing },
    ...(mayDecide ? [{ title: inLists.title, keys: inLists.deciding }] : []),
  ]
  return (
    <section className={shortcutListClasses.keys} aria-label={text.keys}>
      {groups.map((group) => (
        <ShortcutGroup key={group.title} {...group} />
      ))}
      {!hasSingleKeys && <p>{off}</p>}
    </section>
  )
}

const ShortcutGroup = ({ title, keys }: Shortcuts) => (
  <div>
    <h3>{title}</h3>
    <KeyList keys={keys} isCompact />
  </div>
)
