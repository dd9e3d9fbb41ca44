import { Button, TextInput, Title } from '@mantine/core'
import { useId } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useFormValues } from '#platform/web/form/use-app-form.ts'
import type { MemberRecord } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './members.module.css'
import { useIdCardForm } from './use-id-card-form.ts'

const text = messages.card

/** The form for policy details; opens the ID card in a new window. */
export function IdCardForm({ clientName, showEnglishAndGerman }: MemberRecord) {
  const { form, hasOpened, submit, onInvalid } = useIdCardForm(clientName)
  const { dateOfBirth } = useFormValues(form)
  const title = useId()
  return (
    <section className={classes.card} aria-labelledby={title}>
      <Title order={2} id={title}>
        {text.title}
      </Title>
      <p>{text.lead}</p>
      {showEnglishAndGerman && <p>{text.languages}</p>}
      <Form
        form={form}
        summary={{ title: messages.errorSummaryTitle }}
        aria-labelledby={title}
        className={classes.cardForm}
        onSubmit={submit}
        onInvalid={onInvalid}
      >
        {(['policy', 'firstName', 'lastName'] as const).map((field) => (
          <TextInput
            key={field}
            label={text.labels[field]}
            size="lg"
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={field === 'policy' ? 60 : 100}
            {...form.field(field)}
          />
        ))}
        <DateField
          id={form.fieldId('dateOfBirth')}
          label={text.labels.dateOfBirth}
          value={dateOfBirth}
          error={form.errors.dateOfBirth}
          required
          size="lg"
          onChange={(dateOfBirth) => form.change({ dateOfBirth })}
        />
        <Button type="submit" size="lg" className={classes.display}>
          {text.display}
        </Button>
        <p role="status" className={classes.opens}>
          {hasOpened && text.opens}
        </p>
      </Form>
      <p className={classes.disclaimer}>{text.disclaimer(getBootstrapData().companyName)}</p>
    </section>
  )
}
