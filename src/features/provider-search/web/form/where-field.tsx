import { UnstyledButton } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import type { Place } from '#geography/contract.ts'
import { domesticStates } from '#geography/rules.ts'
import { type ChosenBy, SuggestionBox } from '#platform/web/combo-box/suggestion-box.tsx'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { placesQuery } from '../lookup-queries.ts'
import {
  choosePlace,
  findRememberedPlace,
  hasPlace,
  homeCountry,
  networkFamily,
  placeFields,
  quickFields,
  rememberPlace,
  type SearchValues,
} from '../search-values.ts'
import type { FieldProps } from './field-props.tsx'
import type { PlaceHere } from './find-place-here.ts'
import { mayLeadAbroad, placeAbroadQuery } from './place-abroad.ts'
import { afterStreet, describeUnknown, findStreet, meansHere } from './resolve-where.ts'
import classes from './search-form.module.css'

type WhereFieldProps = Pick<FieldProps, 'search' | 'form' | 'values'> & {
  typed: string | undefined
  onType: (typed: string | undefined) => void
  /** Called after a place was chosen; "here" if it is the place of the device. */
  onChosen: (by: ChosenBy | 'here') => void
  inputRef: RefObject<HTMLInputElement | null>
  /** The place abroad that the error is about, to which the search abroad leads. */
  abroad: Place | undefined
  onAbroad: (place: Place | undefined) => void
  /** Continues with the search abroad. */
  onChooseAbroad: (place: Place) => void
  /** Whether the field waits for the place of the device. */
  isLocating: boolean | undefined
  onLocate: (isLocating: boolean) => void
}

/** The field "Where": a ZIP or postal code, city or state, with suggestions, or the place of the device. */
export function WhereField(props: WhereFieldProps) {
  const { search, form, values, typed, onType, inputRef, isLocating } = props
  const isDomestic = networkFamily(search, values) === 'domestic'
  const words = typed?.trim() ?? ''
  const { places, placeAbroad, pending, isSettled } = usePlaceSuggestions(search, values, words)
  const { quick } = messages
  const take = (place: Place, by: ChosenBy | 'here') => {
    const street = findStreet(words, place)
    // Enter and Tab take the first suggestion, which the person may not have read.
    const isUnread = (by === 'Enter' || by === 'Tab') && place === places[0]
    rememberPlace({ ...place, typed: isUnread ? afterStreet(words, street) : undefined })
    form.clearErrors([...placeFields])
    form.change(choosePlace(place, isDomestic, street))
    onType(undefined)
    props.onChosen(by)
  }
  useDevicePlace(props, take)
  const text = isLocating ? '' : (typed ?? formatPlace(values))
  const hint = isDomestic ? quick.whereHint : quick.whereHintAbroad
  const canLocate = (words === '' || meansHere.test(words)) && 'geolocation' in navigator
  const here = { value: hereValue, label: quick.here, detail: quick.hereDetail }
  const groups = [
    { label: quick.places, options: places.map(({ label }) => ({ value: label, label })) },
    {
      label: quick.abroad,
      options: placeAbroad
        ? [{ value: abroadValue, label: placeAbroad.label, detail: quick.searchAbroad }]
        : [],
    },
    { label: quick.near, options: canLocate ? [here] : [] },
  ].filter(({ options }) => options.length > 0)
  return (
    <SuggestionBox
      id={form.fieldId(quickFields.where)}
      label={quick.where}
      placeholder={isLocating ? quick.locating : hint}
      icon={<IconMapPin size={20} stroke={1.75} aria-hidden />}
      text={text}
      isTyped={words !== ''}
      onType={(next) => {
        form.clearErrors([...placeFields])
        props.onAbroad(undefined)
        onType(next)
      }}
      groups={groups}
      note={
        words !== '' && isSettled && groups.length === 0 ? describeUnknown(words, quick.noPlaces) : undefined
      }
      pending={pending}
      opensEmpty
      onChoose={(value, by) => {
        const place = places.find(({ label }) => label === value)
        if (value === hereValue) props.onLocate(true)
        else if (value === abroadValue && placeAbroad) props.onChooseAbroad(placeAbroad)
        else if (place) take(place, by)
      }}
      error={renderError(props)}
      inputMode={isDomestic && /^\d/.test(text) ? 'numeric' : undefined}
      maxLength={200}
      inputRef={inputRef}
    />
  )
}

/** The places that the words may mean in this search and, in the domestic one, the likely one abroad. */
function usePlaceSuggestions(search: SearchInfo, values: SearchValues, words: string) {
  const covered = useQuery({
    ...placesQuery(search, values, words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const isSettled = covered.isSuccess && !covered.isFetching
  const elsewhere = useQuery({
    ...placeAbroadQuery(words),
    enabled: isSettled && mayLeadAbroad(search, words),
  })
  const places = (words && covered.data) || []
  const isLooking = elsewhere.isFetching && places.length === 0
  return {
    places,
    placeAbroad: elsewhere.data,
    pending: covered.isFetching || isLooking,
    isSettled: isSettled && !isLooking,
  }
}

/** While the field waits for the place of the device, looks for it and takes it, or says why not. */
function useDevicePlace(
  { search, form, inputRef, isLocating, onLocate, onAbroad }: WhereFieldProps,
  take: (place: Place, by: 'here') => void,
) {
  const queries = useQueryClient()
  const look = useEffectEvent(async () => {
    const { findPlaceHere } = await import('./find-place-here.ts')
    return findPlaceHere(queries, search, form.getValues())
  })
  const finish = useEffectEvent((found: PlaceHere) => {
    onLocate(false)
    if ('place' in found) return take(found.place, 'here')
    onAbroad(found.abroad)
    form.setError(quickFields.where, { message: found.message })
    inputRef.current?.focus()
  })
  useEffect(() => {
    if (!isLocating) return
    let isCanceled = false
    void look()
      .catch(() => ({ message: messages.quick.lookupFailed }))
      .then((found) => isCanceled || finish(found))
    return () => {
      isCanceled = true
    }
  }, [isLocating])
}

/** The value of the suggestion that uses the position of the device. */
const hereValue = '\n'
/** The value of the suggestion that leads to the search abroad. */
const abroadValue = '\nabroad'

/** The error below the field, with the way to the search abroad if the place is there. */
function renderError({ form, values, abroad, onChooseAbroad }: WhereFieldProps): ReactNode {
  const message = placeError(form.errors, values)
  if (!abroad || !form.errors[quickFields.where]) return message
  return (
    <>
      {message}{' '}
      <UnstyledButton className={classes.retry} onClick={() => onChooseAbroad(abroad)}>
        {messages.quick.searchAbroad}
      </UnstyledButton>
    </>
  )
}

/** The error below the field. What is missing is said in its own words. */
function placeError(errors: FieldProps['form']['errors'], values: SearchValues): string | undefined {
  const missing = errors.state ?? errors.city ?? errors.country
  const unresolved = errors[quickFields.where]
  if (unresolved) return unresolved
  if (!missing || hasPlace(values)) return missing
  return values.country === homeCountry ? messages.quick.enterPlace : messages.quick.enterPlaceAbroad
}

/** The place of the values as the field shows it: "Miami, FL", "33131", "Kingston, Jamaica", with its street. */
const formatPlace = (values: SearchValues): string =>
  [values.address, formatPlaceAlone(values)].filter(Boolean).join(', ')

function formatPlaceAlone(values: SearchValues): string {
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
