import { TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type City, geocode, type Point, type State } from '#geography/contract.ts'
import { kilometersBetween } from '#geography/rules.ts'
import { call } from '#platform/web/api-client.ts'
import { messages } from '../../detailed-messages.ts'
import { allCities } from '../../rules.ts'
import { chooseState, homeCountry, type SearchValues } from '../search-values.ts'
import { useCities } from './field-options.tsx'
import { type FieldProps, fieldLabel } from './field-props.tsx'
import classes from './search-form.module.css'

/** The field for a ZIP or postal code, with a hint if a ZIP is outside the chosen state or city. */
export function ZipField(props: FieldProps & { states: readonly State[] }) {
  const { form, values } = props
  return (
    <div>
      <TextInput
        label={fieldLabel('zipCode', values)}
        disabled={values.city === allCities}
        autoComplete="postal-code"
        inputMode={values.country === homeCountry ? 'numeric' : undefined}
        maxLength={20}
        {...form.field('zipCode')}
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
              form.focusField('zipCode')
              form.change(chooseState(''))
            }}
          >
            {messages.useZipOnly(outside)}
          </UnstyledButton>
        </>
      )}
    </p>
  )
}

/** Matches the end of the gazetteer's label for a ZIP: "Miami, FL 33131". */
const endsInStateAndZip = /, ([A-Z]{2}) \d{5}$/

/** The maximum distance of a ZIP from the center of its city, in kilometers. */
const maxDistanceKm = 50

/** The name of the chosen state or city if the ZIP's point lies outside of it; undefined if it lies within. */
export function findZipMismatch(
  { label, latitude, longitude }: Point,
  chosen: Pick<SearchValues, 'state' | 'city'>,
  states: readonly State[],
  cities: readonly City[],
): string | undefined {
  const state = endsInStateAndZip.exec(label)?.[1]
  const stateName = states.find(({ id }) => id === chosen.state)?.name ?? chosen.state
  if (state && state !== chosen.state) return chosen.city ? `${chosen.city}, ${stateName}` : stateName
  const city = cities.find(({ name }) => name === chosen.city)
  const isFar = city && kilometersBetween(city, { latitude, longitude }) > maxDistanceKm
  return isFar ? `${city.name}, ${stateName}` : undefined
}
