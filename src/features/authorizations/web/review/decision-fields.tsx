import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { messages } from '../../messages.ts'
import { commentLength, maxCommentLength, unselected } from '../../rules.ts'
import classes from './decision-fields.module.css'
import { type DecisionFormState, inputId } from './use-decision.ts'

const labels = messages.review

type FieldProps<Name> = { form: DecisionFormState; name: Name }

/** An approval amount in the bill's currency. */
export function AmountField({ form, name }: FieldProps<'patientResponsibility' | 'maximumCovered'>) {
  const { choice, errors, bill, change } = form
  return (
    <TextInput
      id={inputId(name)}
      label={labels[name](bill.currency)}
      value={choice[name]}
      error={errors[name]}
      disabled={choice.action !== 'A'}
      inputMode="decimal"
      autoComplete="off"
      size="sm"
      className={classes.amount}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
}

const codeActions = { denialCode: 'D', additionalInfo: 'I' } as const

/** A select for a denial reason or the additional information. */
export function CodeField({ form, name }: FieldProps<keyof typeof codeActions>) {
  const { choice, errors, change } = form
  const action = codeActions[name]
  const { items, failed, retry } = form.reasons[action]
  const reasonOptions = items.map(({ code, description }) => ({
    value: code,
    label: messages.reason(code, description),
  }))
  const options = [{ value: unselected, label: labels.unselected }, ...reasonOptions]
  const chosen = options.find(({ value }) => value === choice[name])
  return (
    <>
      <NativeSelect
        id={inputId(name)}
        label={labels[name]}
        value={choice[name]}
        error={errors[name]}
        disabled={choice.action !== action}
        size="sm"
        className={classes.wide}
        data={options}
        // A select truncates long text, so show the full text over it, on as many lines as needed.
        leftSection={<span aria-hidden>{chosen?.label}</span>}
        leftSectionPointerEvents="none"
        classNames={{ wrapper: classes.reason, input: classes.unseen, section: classes.shown }}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
      {failed && (
        <p className={classes.fault}>
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
export function CommentField({ form }: { form: DecisionFormState }) {
  const { choice, errors, change } = form
  const isChosen = choice.action === 'O'
  return (
    <Textarea
      id={inputId('otherSpecialHandling')}
      label={labels.comment}
      description={isChosen && labels.counter(commentLength(choice.otherSpecialHandling), maxCommentLength)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={choice.otherSpecialHandling}
      error={errors.otherSpecialHandling}
      disabled={!isChosen}
      size="sm"
      className={classes.wide}
      rows={isChosen ? 2 : 1}
      onChange={(event) => change({ otherSpecialHandling: event.currentTarget.value })}
    />
  )
}
