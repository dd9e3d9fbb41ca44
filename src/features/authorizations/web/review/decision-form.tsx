import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { shownMoney } from '#platform/contract/money.ts'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { useShortcutsWanted } from '#platform/web/use-shortcut.ts'
import { type Action, action } from '../../contract.ts'
import { messages } from '../../messages.ts'
import fieldClasses from './decision-fields.module.css'
import { AmountField, CodeField, CommentField } from './decision-fields.tsx'
import classes from './review.module.css'
import { DeskFrame, type DeskOf } from './review-panel.tsx'
import { actionId, type DecisionForm, useDecision } from './use-decision.ts'

const says = messages.desk

/** The decision form: four actions, each with its own inputs. */
export function DecisionDesk({ desk, bill }: DeskOf) {
  const form = useDecision(bill, desk)
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
    <DeskFrame desk={desk} bill={bill} form={form}>
      <ZeroApprovalQuestion form={form} />
      <fieldset disabled={form.isSaving} className={classes.actions}>
        <legend>{says.choice}</legend>
        {action.options.map((each) => (
          <ActionChoice key={each} action={each} form={form}>
            {inputs[each]}
          </ActionChoice>
        ))}
      </fieldset>
    </DeskFrame>
  )
}

/** Asks for confirmation before a bill with charges is approved for zero. */
function ZeroApprovalQuestion({ form: { bill, zeroApproval } }: { form: DecisionForm }) {
  const says = messages.desk.zeroApproval
  const nothing = shownMoney('0', bill.currency)
  return (
    <ConfirmModal
      opened={zeroApproval.isAsked}
      title={says.title(nothing, bill.totalChargeFormatted)}
      yes={says.yes(nothing)}
      no={says.no}
      isRisky
      onYes={zeroApproval.confirm}
      onNo={zeroApproval.decline}
    >
      {says.question(nothing)}
    </ConfirmModal>
  )
}

type ActionChoiceProps = { action: Action; form: DecisionForm; children: ReactNode }

/** One action; selecting it enables only its inputs. */
function ActionChoice({ action, form, children }: ActionChoiceProps) {
  const isChosen = form.choice.action === action
  const [hasSingleKeys] = useShortcutsWanted()
  const label = (
    <>
      {says.actions[action]} {hasSingleKeys && <kbd aria-hidden>{action}</kbd>}
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
