import { Button, Group } from '@mantine/core'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { SearchValues } from '../search-values.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { PlaceFields } from './place-fields.tsx'
import { ProviderFields } from './provider-fields.tsx'
import classes from './search-form.module.css'
import { useSlashKey } from './use-slash-key.ts'

type SearchFormProps = {
  search: SearchInfo
  form: SearchFormControl
  onSubmit: (values: SearchValues) => void
  onReset: () => void
  onDisclaimer: () => void
}

/** Where to look and for whom. */
export function SearchForm({ search, form, onSubmit, onReset, onDisclaimer }: SearchFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const values = useWatch({ control: form.control }) as SearchValues
  useSlashKey(element)
  return (
    <form
      ref={element}
      noValidate
      aria-label={messages.criteria}
      className={classes.form}
      onSubmit={form.handleSubmit(onSubmit)}
    >
      <p className={classes.instruction}>{messages.formInstruction}</p>
      <fieldset className={classes.fields}>
        <legend>{messages.place}</legend>
        <PlaceFields search={search} form={form} values={values} onDisclaimer={onDisclaimer} />
      </fieldset>
      <fieldset className={classes.fields}>
        <legend>{messages.provider}</legend>
        <ProviderFields search={search} form={form} values={values} />
      </fieldset>
      <Group className={classes.buttons}>
        <Button type="submit">{messages.search}</Button>
        <Button variant="default" onClick={onReset}>
          {messages.reset}
        </Button>
      </Group>
    </form>
  )
}
