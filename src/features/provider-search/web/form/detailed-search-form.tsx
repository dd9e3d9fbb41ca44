import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { domesticStates } from '#geography/rules.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import type { ProviderType, SearchInfo } from '../../contract.ts'
import { messages } from '../../detailed-messages.ts'
import { allTypes } from '../../rules.ts'
import { lookupParams, providerTypesQuery } from '../lookup-queries.ts'
import { isFormComplete } from '../search-request.ts'
import { fieldOrder, type SearchValues, showsTaxId } from '../search-values.ts'
import { type SearchFormControl, useSearchFormState } from '../use-search-form.ts'
import {
  fieldError,
  type LookupOptions,
  useProviderTypes,
  useTypeSuggestions,
  useValidOption,
} from './field-options.tsx'
import { type FieldProps, fieldLabel } from './field-props.tsx'
import { PlaceFields } from './place-fields.tsx'
import { SearchButtons } from './quick-search-form.tsx'
import classes from './search-form.module.css'

type DetailedSearchFormProps = {
  search: SearchInfo
  form: SearchFormControl
  resetKey: string
  onSearch: (values: SearchValues) => void
  onReset: () => void
  onCancel: () => void
  isRunning: boolean
  /** Above 0 after an incomplete attempt. Each new value above 0 moves the focus to the summary of the errors. */
  rejection: number
  onDisclaimer: () => void
  /** Returns to the quick search form; undefined if that cannot show the values. */
  onCollapse?: (() => void) | undefined
}

/** The detailed search form, with all fields: location and provider. */
export function DetailedSearchForm({ search, ...props }: DetailedSearchFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const form = useSearchFormState(props.form)
  const { values } = form
  useSlashKey(element)
  const field = { search, form, values, resetKey: props.resetKey }
  const submit = (entered: SearchValues) => {
    const unmatched = element.current?.querySelector<HTMLInputElement>('[data-unmatched]')
    if (unmatched && isFormComplete(entered, search)) unmatched.focus()
    else props.onSearch(entered)
  }
  return (
    <Form
      ref={element}
      // The dialog about an incomplete search returns the focus to the summary.
      form={{ ...form, rejection: props.rejection }}
      aria-label={messages.criteria}
      className={classes.form}
      lead={<p className={classes.instruction}>{messages.formInstruction}</p>}
      summary={{
        title: messages.fieldErrors,
        order: fieldOrder,
        formatLine: (field, message) => `${fieldLabel(field, values)}: ${message}`,
      }}
      onSubmit={submit}
    >
      <fieldset className={classes.fields}>
        <legend>{messages.place}</legend>
        <PlaceFields {...field} onDisclaimer={props.onDisclaimer} />
      </fieldset>
      <fieldset className={classes.fields}>
        <legend>{messages.provider}</legend>
        <ProviderFields {...field} />
      </fieldset>
      <SearchButtons isRunning={props.isRunning} onReset={props.onReset} onCancel={props.onCancel}>
        {props.onCollapse && (
          <Button variant="subtle" onClick={props.onCollapse}>
            {messages.fewerOptions}
          </Button>
        )}
      </SearchButtons>
    </Form>
  )
}

/** Focuses the first field of the form when `/` is pressed outside any field. */
function useSlashKey(form: RefObject<HTMLFormElement | null>) {
  useShortcut('/', () => firstField(form.current)?.focus())
}

const firstField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('select:enabled, input:enabled:not([readonly])')

/** The provider fields. */
function ProviderFields(props: FieldProps) {
  const { search, form, values } = props
  return (
    <>
      <ProviderTypeField {...props} />
      <TextInput label={messages.providerName} autoComplete="off" maxLength={200} {...form.field('name')} />
      {showsTaxId(search, values) && (
        <TextInput label={messages.taxId} autoComplete="off" maxLength={20} {...form.field('taxId')} />
      )}
    </>
  )
}

const nameState = (state: string) => domesticStates.find(({ id }) => id === state)?.name ?? messages.thisState

/**
 * The types of the state and, if it lacks the chosen one, those of the network: `type` is the chosen one if only other
 * states have it.
 */
function useTypeElsewhere(
  search: SearchInfo,
  { network, state, providerType }: SearchValues,
  { items, loading }: LookupOptions<ProviderType>,
) {
  const isMissing =
    state !== '' && providerType !== '' && !loading && !items.some(({ id }) => id === providerType)
  const { data: everywhere = [], isLoading } = useQuery({
    ...providerTypesQuery(lookupParams(search, network), ''),
    enabled: isMissing,
  })
  const type = isMissing ? everywhere.find(({ id }) => id === providerType) : undefined
  return { type, items: type ? [...items, type] : items, loading: loading || (isMissing && isLoading) }
}

/**
 * The provider type field, with its options under headings; it also understands everyday words. A chosen type that the
 * network does not have becomes All; one that only other states have stays, with a note.
 */
function ProviderTypeField({ search, form, values, resetKey }: FieldProps) {
  const types = useProviderTypes(search, values)
  const { items, loading } = types
  const [typed, setTyped] = useState('')
  const elsewhere = useTypeElsewhere(search, values, types)
  useValidOption(form, 'providerType', values.providerType, elsewhere)
  const choices = useMemo(
    () => items.map(({ id, description, disabled }) => ({ value: id, label: description, disabled })),
    [items],
  )
  return (
    <ComboBox
      id={form.fieldId('providerType')}
      label={messages.providerType}
      placeholder={messages.chooseType}
      options={choices}
      value={values.providerType}
      unlisted={values.providerType === allTypes ? messages.everyType : (elsewhere.type?.description ?? '')}
      description={elsewhere.type && messages.noneInState(nameState(values.state))}
      resetKey={resetKey}
      required
      loading={loading}
      {...useTypeSuggestions(search, values, typed)}
      onType={setTyped}
      error={fieldError(form, 'providerType', types)}
      onChange={(providerType) => {
        if (providerType) setTyped('')
        form.change({ providerType })
      }}
    />
  )
}
