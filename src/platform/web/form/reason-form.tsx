import { Button, Group, Textarea } from '@mantine/core'
import { useId } from 'react'
import { z } from 'zod'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from './form.tsx'
import { useAppForm, useFieldValue, withFieldErrors } from './use-app-form.ts'

type ReasonFormProps = {
  text: { reason: string; cancel: string; submit: string }
  /** Returns the error of a reason; undefined for a valid one. */
  validate: (reason: string) => string | undefined
  /** The text below the label, such as how many characters are left. */
  describe: (reason: string) => string
  isBusy: boolean
  onSubmit: (reason: string) => void
  onCancel: () => void
}

/** The content of a dialog that asks for a reason before it does something. */
export function ReasonForm({ text, validate, describe, isBusy, onSubmit, onCancel }: ReasonFormProps) {
  const schema = withFieldErrors(z.object({ reason: z.string() }), ({ reason }) => {
    const fault = validate(reason)
    return fault === undefined ? {} : { reason: fault }
  })
  const form = useAppForm({ schema, defaultValues: { reason: '' }, idPrefix: useId() })
  return (
    <Form form={form} isBusy={isBusy} onSubmit={({ reason }) => onSubmit(reason)}>
      <Textarea
        {...form.field('reason')}
        label={text.reason}
        description={describe(useFieldValue(form, 'reason'))}
        withAsterisk
        aria-required
        autosize
        minRows={3}
        mt="md"
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {text.cancel}
        </Button>
        <BusyButton type="submit" isBusy={isBusy}>
          {text.submit}
        </BusyButton>
      </Group>
    </Form>
  )
}
