import { Button, Title } from '@mantine/core'
import { useId } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { ErrorSummary } from '#platform/web/error-summary/error-summary.tsx'
import type { MemberRecord } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './members.module.css'
import { TextField } from './text-field.tsx'
import { cardFields, useIdCard } from './use-id-card.ts'

const says = messages.card

/** The form for policy details; opens the ID card in a new window. */
export function IdCardForm({ clientName, showEnglishAndGerman }: MemberRecord) {
  const { values, faults, refusals, hasOpened, change, submit } = useIdCard(clientName)
  const title = useId()
  const idOf = (field: string) => `id-card-${field}`
  return (
    <section className={classes.card} aria-labelledby={title}>
      <Title order={2} id={title}>
        {says.title}
      </Title>
      <p>{says.lead}</p>
      {showEnglishAndGerman && <p>{says.languages}</p>}
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
          title={messages.toBeMended}
          rejection={refusals}
          errors={cardFields.flatMap((field) => {
            const message = faults[field]
            return message ? [{ id: idOf(field), message }] : []
          })}
        />
        {(['policy', 'firstName', 'lastName'] as const).map((field) => (
          <TextField
            key={field}
            id={idOf(field)}
            label={says.labels[field]}
            value={values[field]}
            error={faults[field]}
            longest={field === 'policy' ? 60 : 100}
            onChange={(text) => change({ [field]: text })}
          />
        ))}
        <DateField
          id={idOf('dateOfBirth')}
          label={says.labels.dateOfBirth}
          value={values.dateOfBirth}
          error={faults.dateOfBirth}
          required
          size="lg"
          onChange={(text) => change({ dateOfBirth: text })}
        />
        <Button type="submit" size="lg" className={classes.display}>
          {says.display}
        </Button>
        <p role="status" className={classes.opens}>
          {hasOpened && says.opens}
        </p>
      </form>
      <p className={classes.disclaimer}>{says.disclaimer(getBootstrapData().companyName)}</p>
    </section>
  )
}
