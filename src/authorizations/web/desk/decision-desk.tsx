import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Action, action } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { AmountField, CodeField, CommentField } from './decision-fields.tsx'
import classes from './desk.module.css'
import { DeskFrame, type DeskOf } from './desk-frame.tsx'
import { type DecisionForm, useDecision } from './use-decision.ts'

const says = messages.desk

/** The desk of somebody who decides: four actions, each with its own inputs. */
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

type ActionChoiceProps = { action: Action; form: DecisionForm; children: ReactNode }

/** One action, which enables its inputs alone. */
function ActionChoice({ action, form, children }: ActionChoiceProps) {
  const isChosen = form.choice.action === action
  const label = (
    <>
      {says.actions[action]} <kbd aria-hidden>{action}</kbd>
    </>
  )
  return (
    <div className={classes.action} data-chosen={isChosen || undefined}>
      <Radio
        name="action"
        value={action}
        label={label}
        aria-keyshortcuts={action}
        checked={isChosen}
        onChange={() => form.choose(action)}
      />
      <div className={classes.inputs}>{children}</div>
    </div>
  )
}
