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
  const decisionForm = useDecision(bill, review)
  const inputs: Record<Action, ReactNode> = {
    A: (
      <>
        <div className={fieldClasses.pair}>
          <AmountField decisionForm={decisionForm} name="patientResponsibility" />
          <AmountField decisionForm={decisionForm} name="maximumCovered" />
        </div>
        {decisionForm.values.action === 'A' && <AmountsNote decisionForm={decisionForm} />}
      </>
    ),
    D: <CodeField decisionForm={decisionForm} name="denialCode" />,
    I: <CodeField decisionForm={decisionForm} name="additionalInfo" />,
    O: <CommentField decisionForm={decisionForm} />,
  }
  return (
    <ReviewPanel review={review} bill={bill} decisionForm={decisionForm}>
      <ProposalNotice
        bill={bill}
        onWithdrawn={(message) => {
          review.announce(message)
          focusHeading()
        }}
      />
      {decisionForm.restore && (
        <p className={classes.note}>
          {text.leftHere}{' '}
          <Button size="compact-sm" variant="default" onClick={decisionForm.restore}>
            {text.restore}
          </Button>
        </p>
      )}
      <ZeroApprovalConfirm decisionForm={decisionForm} />
      <StepUpConfirm stepUp={decisionForm.stepUp}>{messages.stepUp.question}</StepUpConfirm>
      <fieldset disabled={decisionForm.isShownSaving} className={classes.actions}>
        <legend>{text.choice}</legend>
        {action.options.map((each) => (
          <ActionChoice key={each} action={each} decisionForm={decisionForm}>
            {inputs[each]}
          </ActionChoice>
        ))}
      </fieldset>
    </ReviewPanel>
  )
}

type PartProps = { decisionForm: DecisionFormState }

/** Asks for confirmation before zero is approved for a bill that has charges. */
function ZeroApprovalConfirm({ decisionForm: { bill, zeroApproval } }: PartProps) {
  const zeroText = text.zeroApproval
  const zero = formatMoney('0', bill.currency)
  return (
    <ConfirmModal
      opened={zeroApproval.isAsked}
      title={zeroText.title(zero, bill.totalChargeFormatted)}
      yes={zeroText.yes(zero)}
      no={zeroText.no}
      isRisky
      onYes={zeroApproval.confirm}
      onNo={zeroApproval.decline}
    >
      {zeroText.question(zero)}
    </ConfirmModal>
  )
}

type ActionChoiceProps = PartProps & { action: Action; children: ReactNode }

/** One action; selecting it enables only its inputs. */
function ActionChoice({ action, decisionForm, children }: ActionChoiceProps) {
  const isChosen = decisionForm.values.action === action
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
        onChange={() => decisionForm.choose(action)}
      />
      <div className={fieldClasses.inputs}>{children}</div>
    </div>
  )
}

type FieldProps<Name> = PartProps & { name: Name }

/** An approval amount in the bill's currency. */
function AmountField({ decisionForm, name }: FieldProps<'patientResponsibility' | 'maximumCovered'>) {
  const { values, errors, bill, change, fieldId } = decisionForm
  return (
    <TextInput
      id={fieldId(name)}
      label={text[name](bill.currency)}
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
function AmountsNote({ decisionForm: { amounts, bill, exceededLimit } }: PartProps) {
  if (!amounts) return null
  const { comparison, sum } = amounts
  return (
    <p className={fieldClasses.amounts} data-comparison={comparison}>
      {text.amounts[comparison](formatMoney(sum, bill.currency), bill.totalChargeFormatted)}{' '}
      {exceededLimit !== undefined &&
        text.secondPerson(exceededLimit > 0 && formatMoney(String(exceededLimit), bill.currency))}
    </p>
  )
}

const codeActions = { denialCode: 'D', additionalInfo: 'I' } as const

/** A select for a denial reason or the additional information. */
function CodeField({ decisionForm, name }: FieldProps<keyof typeof codeActions>) {
  const { values, errors, change, fieldId } = decisionForm
  const action = codeActions[name]
  const { items, failed, retry } = decisionForm.reasons[action]
  const reasonOptions = items.map(({ code, description }) => ({
    value: code,
    label: messages.reason(code, description),
  }))
  const options = [{ value: unselected, label: text.unselected }, ...reasonOptions]
  const chosen = options.find(({ value }) => value === values[name])
  return (
    <>
      <NativeSelect
        id={fieldId(name)}
        label={text[name]}
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
            {text.tryAgain}
          </Button>
        </p>
      )}
    </>
  )
}

/** The special handling comment, with a character counter. */
function CommentField({ decisionForm }: PartProps) {
  const { values, errors, change, fieldId } = decisionForm
  const isChosen = values.action === 'O'
  return (
    <Textarea
      id={fieldId('otherSpecialHandling')}
      label={text.comment}
      description={isChosen && text.counter(commentLength(values.otherSpecialHandling), maxCommentLength)}
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
