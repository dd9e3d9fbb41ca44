import { IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { findNearestPlace, type Place } from '#geography/contract.ts'
import { domesticStates } from '#geography/rules.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { type ChosenBy, SuggestionBox } from '#platform/web/combo-box/suggestion-box.tsx'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { listCoveredCountries, placesQuery } from '../lookup-queries.ts'
import {
  choosePlace,
  findRememberedPlace,
  hasPlace,
  homeCountry,
  networkFamily,
  placeFields,
  rememberPlace,
  type SearchValues,
} from '../search-values.ts'
import type { FieldProps } from './field-props.tsx'

type WhereFieldProps = Pick<FieldProps, 'search' | 'form' | 'values'> & {
  typed: string | undefined
  onType: (typed: string | undefined) => void
  /** Called after a place was chosen; "here" if it is the place of the device. */
  onChosen: (by: ChosenBy | 'here') => void
  inputRef: RefObject<HTMLInputElement | null>
}

/** The field "Where": a ZIP or postal code, city or state, with suggestions, or the place of the device. */
export function WhereField({ search, form, values, typed, onType, onChosen, inputRef }: WhereFieldProps) {
  const queries = useQueryClient()
  const [isLocating, setLocating] = useState(false)
  const isDomestic = networkFamily(search, values) === 'domestic'
  const words = typed?.trim() ?? ''
  const { data, isFetching, isSuccess } = useQuery({
    ...placesQuery(search, values, words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const places = words && data ? data : []
  const { quick } = messages
  const here = { value: hereValue, label: quick.here, detail: quick.hereDetail }
  const take = (place: Place, by: ChosenBy | 'here') => {
    rememberPlace(place)
    form.clearErrors([...placeFields])
    form.change(choosePlace(place, isDomestic))
    onType(undefined)
    onChosen(by)
  }
  const locate = async () => {
    setLocating(true)
    try {
      const place = await findPlaceHere()
      const countries = await listCoveredCountries(queries, search, values)
      if (countries.includes(place.country)) return take(place, 'here')
      form.setError('zipCode', { message: quick.notCovered })
      inputRef.current?.focus()
    } catch (error) {
      form.setError('zipCode', { message: explainLocationError(error) })
      inputRef.current?.focus()
    } finally {
      setLocating(false)
    }
  }
  const text = typed ?? (isLocating ? quick.locating : formatPlace(values))
  const canLocate = words === '' && 'geolocation' in navigator
  const options = places.map((place) => ({ value: place.label, label: place.label }))
  return (
    <SuggestionBox
      id={form.fieldId('zipCode')}
      label={quick.where}
      placeholder={isDomestic ? quick.whereHint : quick.whereHintAbroad}
      icon={<IconMapPin size={20} stroke={1.75} aria-hidden />}
      text={text}
      isTyped={words !== ''}
      onType={(next) => {
        form.clearErrors([...placeFields])
        onType(next)
      }}
      groups={[
        ...(options.length > 0 ? [{ label: quick.places, options }] : []),
        ...(canLocate ? [{ label: quick.near, options: [here] }] : []),
      ]}
      note={words !== '' && isSuccess && !isFetching && options.length === 0 ? quick.noPlaces : undefined}
      pending={words !== '' && isFetching}
      opensEmpty
      onChoose={(value, by) => {
        const place = places.find(({ label }) => label === value)
        if (value === hereValue) void locate()
        else if (place) take(place, by)
      }}
      error={placeError(form.errors, values)}
      inputMode={isDomestic && /^\d/.test(text) ? 'numeric' : undefined}
      maxLength={200}
      inputRef={inputRef}
    />
  )
}

/** The value of the suggestion that uses the position of the device. */
const hereValue = '\n'

/** The error below the field. What is missing is said in its own words. */
function placeError(errors: FieldProps['form']['errors'], values: SearchValues): string | undefined {
  const missing = errors.state ?? errors.city ?? errors.country
  if (errors.zipCode) return errors.zipCode
  if (!missing || hasPlace(values)) return missing
  return values.country === homeCountry ? messages.quick.enterPlace : messages.quick.enterPlaceAbroad
}

/** The place of the device: its position is asked for once and not kept. */
async function findPlaceHere(): Promise<Place> {
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 10_000, maximumAge: 300_000 }),
  )
  const { latitude, longitude } = coords
  return call(findNearestPlace, { latitude, longitude })
}

const deniedCode = 1

function explainLocationError(error: unknown): string {
  const { quick } = messages
  if (error instanceof ApiError) return error.status === 404 ? quick.nowhere : quick.lookupFailed
  const { code } = error as Partial<GeolocationPositionError>
  return code === deniedCode ? quick.locationDenied : quick.locationUnknown
}

/** The place of the values as the field shows it: "Miami, FL", "33131", "Kingston, Jamaica". */
export function formatPlace(values: SearchValues): string {
  const { country, state, city, zipCode } = values
  const remembered = hasPlace(values) ? findRememberedPlace(values) : undefined
  if (remembered) return remembered.label
  if (country === homeCountry) {
    const stateName = domesticStates.find(({ id }) => id === state)?.name ?? state
    return zipCode || [city, city ? state : stateName].filter(Boolean).join(', ')
  }
  return [zipCode, city, country && nameCountry(country)].filter(Boolean).join(', ')
}

/** The name of a country. The list of names is created only here: at the start it would take as long as drawing the form. */
const nameCountry = (country: string) => new Intl.DisplayNames(['en'], { type: 'region' }).of(country)

/** The fields for a typed place without a choice, or what to say if there is no such place. */
export async function resolveWhere(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  typed: string | undefined,
): Promise<{ changes: Partial<SearchValues> } | { message: string }> {
  if (typed === undefined) return { changes: {} }
  const isDomestic = networkFamily(search, values) === 'domestic'
  const words = typed.trim()
  const { quick } = messages
  const nowhere = { country: isDomestic ? homeCountry : '', state: '', city: '', zipCode: '', address: '' }
  if (words === '') return { changes: nowhere }
  const zipCode = isDomestic ? /^\d{5}(?=(-\d{4})?$)/.exec(words)?.[0] : undefined
  if (zipCode) return { changes: { ...nowhere, zipCode } }
  try {
    const [best] = await queries.fetchQuery(placesQuery(search, values, words))
    if (!best) return { message: quick.unknownPlace(words) }
    rememberPlace(best)
    return { changes: choosePlace(best, isDomestic) }
  } catch {
    return { message: quick.lookupFailed }
  }
}
