import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney } from '#platform/contract/money.ts'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { useShortcutsEnabled } from '#platform/web/use-shortcut.ts'
import { type Action, action } from '../../contract.ts'
import { messages } from '../../messages.ts'
import fieldClasses from './decision-fields.module.css'
import { AmountField, CodeField, CommentField } from './decision-fields.tsx'
import classes from './review.module.css'
import { ReviewPanel, type ReviewProps } from './review-panel.tsx'
import { actionId, type DecisionFormState, useDecision } from './use-decision.ts'

const text = messages.review

/** The decision form: four actions, each with its own inputs. */
export function DecisionForm({ review, bill }: ReviewProps) {
  const form = useDecision(bill, review)
  const inputs: Record<Action, ReactNode> = {
    A: (
      <>
        <AmountField form={form} name="patientResponsibility" />
        <AmountField form={form} name="maximumCovered" />
      </>
    ),
    D: <CodeField form={form} name="denialCode" />,
    I: <CodeField form={form} name="additionalInfo" />,
    O: <CommentField form={form} />,
  }
  return (
    <ReviewPanel review={review} bill={bill} form={form}>
      <ZeroApprovalConfirm form={form} />
      <fieldset disabled={form.isSaving} className={classes.actions}>
        <legend>{text.choice}</legend>
        {action.options.map((each) => (
          <ActionChoice key={each} action={each} form={form}>
            {inputs[each]}
          </ActionChoice>
        ))}
      </fieldset>
    </ReviewPanel>
  )
}

/** Asks for confirmation before zero is approved for a bill that has charges. */
function ZeroApprovalConfirm({ form: { bill, zeroApproval } }: { form: DecisionFormState }) {
  const text = messages.review.zeroApproval
  const zero = formatMoney('0', bill.currency)
  return (
    <ConfirmModal
      opened={zeroApproval.isAsked}
      title={text.title(zero, bill.totalChargeFormatted)}
      yes={text.yes(zero)}
      no={text.no}
      isRisky
      onYes={zeroApproval.confirm}
      onNo={zeroApproval.decline}
    >
      {text.question(zero)}
    </ConfirmModal>
  )
}

type ActionChoiceProps = { action: Action; form: DecisionFormState; children: ReactNode }

/** One action; selecting it enables only its inputs. */
function ActionChoice({ action, form, children }: ActionChoiceProps) {
  const isChosen = form.choice.action === action
  const [hasSingleKeys] = useShortcutsEnabled()
  const label = (
    <>
      {text.actions[action]} {hasSingleKeys && <kbd aria-hidden>{action}</kbd>}
    </>
  )
  return (
    <div className={classes.action} data-chosen={isChosen || undefined}>
      <Radio
        id={actionId(action)}
        name="action"
        value={action}
        label={label}
        aria-keyshortcuts={hasSingleKeys ? action : undefined}
        checked={isChosen}
        onChange={() => form.choose(action)}
      />
      <div className={fieldClasses.inputs}>{children}</div>
    </div>
  )
}
