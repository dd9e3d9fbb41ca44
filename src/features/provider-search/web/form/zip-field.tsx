import { TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { geocode, type State } from '#geography/contract.ts'
import { call } from '#platform/web/api-client.ts'
import { messages } from '../../messages.ts'
import { allCities } from '../../rules.ts'
import { chooseState } from '../dependent-fields.ts'
import { homeCountry } from '../search-values.ts'
import { useCities } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { fieldId, fieldLabel } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { findZipMismatch } from './find-zip-mismatch.ts'
import classes from './search-form.module.css'

/** The field for a ZIP or postal code, with a hint if it lies outside the chosen state or city. */
export function ZipField(props: FieldProps & { states: readonly State[] }) {
  const { form, values } = props
  return (
    <div>
      <TextInput
        id={fieldId('zipCode')}
        label={fieldLabel('zipCode', values)}
        disabled={values.city === allCities}
        error={form.formState.errors.zipCode?.message}
        autoComplete="postal-code"
        maxLength={20}
        {...form.register('zipCode')}
      />
      <ZipMismatch {...props} />
    </div>
  )
}

/** Shows where a ZIP outside the chosen state or city lies, and offers to search by the ZIP alone. */
function ZipMismatch({ search, form, values, states }: FieldProps & { states: readonly State[] }) {
  const zip = /^\s*(\d{5})(-\d{4})?\s*$/.exec(values.zipCode)?.[1] ?? ''
  const isAtHome = values.country === homeCountry && values.state !== ''
  const place = useQuery({
    queryKey: ['place of a ZIP', zip],
    queryFn: ({ signal }) => call(geocode, { address: `${zip}, ${messages.unitedStates}` }, signal),
    enabled: isAtHome && zip !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const cities = useCities(search, values)
  const outside = isAtHome && place.data && findZipMismatch(place.data, values, states, cities.items)
  return (
    <p role="status" className={classes.hint}>
      {outside && (
        <>
          {messages.zipMismatch(place.data.label, outside)}{' '}
          <UnstyledButton
            className={classes.retry}
            onClick={() => {
              document.getElementById(fieldId('zipCode'))?.focus()
              change(form, chooseState(''))
            }}
          >
            {messages.useZipOnly(outside)}
          </UnstyledButton>
        </>
      )}
    </p>
  )
}
