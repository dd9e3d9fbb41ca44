import { Button, TextInput, Title } from '@mantine/core'
import { useId } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { ErrorSummary } from '#platform/web/error-summary/error-summary.tsx'
import type { MemberRecord } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './members.module.css'
import { cardFields, useIdCardForm } from './use-id-card-form.ts'

const text = messages.card

/** The form for policy details; opens the ID card in a new window. */
export function IdCardForm({ clientName, showEnglishAndGerman }: MemberRecord) {
  const { values, faults, refusals, hasOpened, change, submit } = useIdCardForm(clientName)
  const title = useId()
  const inputId = (field: string) => `id-card-${field}`
  return (
    <section className={classes.card} aria-labelledby={title}>
      <Title order={2} id={title}>
        {text.title}
      </Title>
      <p>{text.lead}</p>
      {showEnglishAndGerman && <p>{text.languages}</p>}
      <form
        noValidate
        aria-labelledby={title}
        className={classes.cardForm}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <ErrorSummary
          title={messages.errorSummaryTitle}
          rejection={refusals}
          errors={cardFields.flatMap((field) => {
            const message = faults[field]
            return message ? [{ id: inputId(field), message }] : []
          })}
        />
        {(['policy', 'firstName', 'lastName'] as const).map((field) => (
          <TextField
            key={field}
            id={inputId(field)}
            label={text.labels[field]}
            value={values[field]}
            error={faults[field]}
            maxLength={field === 'policy' ? 60 : 100}
            onChange={(text) => change({ [field]: text })}
          />
        ))}
        <DateField
          id={inputId('dateOfBirth')}
          label={text.labels.dateOfBirth}
          value={values.dateOfBirth}
          error={faults.dateOfBirth}
          required
          size="lg"
          onChange={(text) => change({ dateOfBirth: text })}
        />
        <Button type="submit" size="lg" className={classes.display}>
          {text.display}
        </Button>
        <p role="status" className={classes.opens}>
          {hasOpened && text.opens}
        </p>
      </form>
      <p className={classes.disclaimer}>{text.disclaimer(getBootstrapData().companyName)}</p>
    </section>
  )
}

type TextFieldProps = {
  id: string
  label: string
  value: string
  error: string | undefined
  maxLength: number
  onChange: (text: string) => void
}

/** A text field for policy data, without autocorrection. */
function TextField({ maxLength, onChange, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      size="lg"
      required
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
