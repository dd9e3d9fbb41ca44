import { Button, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoney } from '#platform/contract/money.ts'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { useShortcutsEnabled } from '#platform/web/use-shortcut.ts'
import { StepUpConfirm } from '#sign-in/web/step-up-confirm.tsx'
import { type Action, action } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { commentLength, maxCommentLength, unselected } from '../../rules.ts'
import fieldClasses from './decision-fields.module.css'
import { ProposalNotice } from './proposal-notice.tsx'
import classes from './review.module.css'
import { focusHeading, ReviewPanel, type ReviewProps } from './review-panel.tsx'
import { actionId, type DecisionFormState, useDecision } from './use-decision.ts'

const text = messages.review

/** The decision form: four actions, each with its own inputs. */
export function DecisionForm({ review, bill }: ReviewProps) {
  const decision = useDecision(bill, review)
  const inputs: Record<Action, ReactNode> = {
    A: (
      <>
        <div className={fieldClasses.pair}>
          <AmountField decision={decision} name="patientResponsibility" />
          <AmountField decision={decision} name="maximumCovered" />
        </div>
        {decision.values.action === 'A' && <AmountsNote decision={decision} />}
      </>
    ),
    D: <CodeField decision={decision} name="denialCode" />,
    I: <CodeField decision={decision} name="additionalInfo" />,
    O: <CommentField decision={decision} />,
  }
  return (
    <ReviewPanel review={review} bill={bill} decision={decision}>
      <ProposalNotice
        bill={bill}
        onWithdrawn={(message) => {
          review.announce(message)
          focusHeading()
        }}
      />
      {decision.restore && (
        <p className={classes.note}>
          {text.leftHere}{' '}
          <Button size="compact-sm" variant="default" onClick={decision.restore}>
            {text.restore}
          </Button>
        </p>
      )}
      <ZeroApprovalConfirm decision={decision} />
      <StepUpConfirm stepUp={decision.stepUp}>{messages.stepUp.question}</StepUpConfirm>
      <fieldset disabled={decision.isShownSaving} className={classes.actions}>
        <legend>{text.choice}</legend>
        {action.options.map((each) => (
          <ActionChoice key={each} action={each} decision={decision}>
            {inputs[each]}
          </ActionChoice>
        ))}
      </fieldset>
    </ReviewPanel>
  )
}

/** Asks for confirmation before zero is approved for a bill that has charges. */
function ZeroApprovalConfirm({ decision: { bill, zeroApproval } }: { decision: DecisionFormState }) {
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

type ActionChoiceProps = { action: Action; decision: DecisionFormState; children: ReactNode }

/** One action; selecting it enables only its inputs. */
function ActionChoice({ action, decision, children }: ActionChoiceProps) {
  const isChosen = decision.values.action === action
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
        onChange={() => decision.choose(action)}
      />
      <div className={fieldClasses.inputs}>{children}</div>
    </div>
  )
}

const labels = messages.review

type FieldProps<Name> = { decision: DecisionFormState; name: Name }

/** An approval amount in the bill's currency. */
function AmountField({ decision, name }: FieldProps<'patientResponsibility' | 'maximumCovered'>) {
  const { values, errors, bill, change, fieldId } = decision
  return (
    <TextInput
      id={fieldId(name)}
      label={labels[name](bill.currency)}
      value={values[name]}
      error={errors[name]}
      disabled={values.action !== 'A'}
      inputMode="decimal"
      autoComplete="off"
      size="sm"
      className={fieldClasses.amount}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
}

/** Compares the amounts of an approval with the total charge, and says if a second person has to approve them. */
function AmountsNote({ decision: { amounts, bill, secondPersonAbove } }: { decision: DecisionFormState }) {
  if (!amounts) return null
  const { comparison, sum } = amounts
  return (
    <p className={fieldClasses.amounts} data-comparison={comparison}>
      {text.amounts[comparison](formatMoney(sum, bill.currency), bill.totalChargeFormatted)}{' '}
      {secondPersonAbove !== undefined &&
        text.secondPerson(secondPersonAbove > 0 && formatMoney(String(secondPersonAbove), bill.currency))}
    </p>
  )
}

const codeActions = { denialCode: 'D', additionalInfo: 'I' } as const

/** A select for a denial reason or the additional information. */
function CodeField({ decision, name }: FieldProps<keyof typeof codeActions>) {
  const { values, errors, change, fieldId } = decision
  const action = codeActions[name]
  const { items, failed, retry } = decision.reasons[action]
  const reasonOptions = items.map(({ code, description }) => ({
    value: code,
    label: messages.reason(code, description),
  }))
  const options = [{ value: unselected, label: labels.unselected }, ...reasonOptions]
  const chosen = options.find(({ value }) => value === values[name])
  return (
    <>
      <NativeSelect
        id={fieldId(name)}
        label={labels[name]}
        value={values[name]}
        error={errors[name]}
        disabled={values.action !== action}
        size="sm"
        className={fieldClasses.wide}
        data={options}
        // A select truncates long text, so show the full text over it, on as many lines as needed.
        leftSection={<span aria-hidden>{chosen?.label}</span>}
        leftSectionPointerEvents="none"
        classNames={{ wrapper: fieldClasses.reason, input: fieldClasses.unseen, section: fieldClasses.shown }}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
      {failed && (
        <p className={fieldClasses.fault}>
          {failed}{' '}
          <Button size="compact-sm" variant="default" onClick={retry}>
            {labels.tryAgain}
          </Button>
        </p>
      )}
    </>
  )
}

/** The special handling comment, with a character counter. */
function CommentField({ decision }: { decision: DecisionFormState }) {
  const { values, errors, change, fieldId } = decision
  const isChosen = values.action === 'O'
  return (
    <Textarea
      id={fieldId('otherSpecialHandling')}
      label={labels.comment}
      description={isChosen && labels.counter(commentLength(values.otherSpecialHandling), maxCommentLength)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={values.otherSpecialHandling}
      error={errors.otherSpecialHandling}
      disabled={!isChosen}
      size="sm"
      className={fieldClasses.wide}
      rows={isChosen ? 2 : 1}
      onChange={(event) => change({ otherSpecialHandling: event.currentTarget.value })}
    />
  )
}
