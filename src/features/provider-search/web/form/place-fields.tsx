import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import type { Country, State } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { useNarrowScreen } from '#platform/web/page/use-screen.ts'
import { messages } from '../../detailed-messages.ts'
import { allCities, offersRange, usesAddress } from '../../rules.ts'
import { chooseCountry, chooseNetwork, chooseState, networkFamily } from '../search-values.ts'
import { CityField } from './city-field.tsx'
import { fieldError, type LookupOptions, useCountries, useStates, useValidOption } from './field-options.tsx'
import { type FieldProps, fieldLabel, RangeField } from './field-props.tsx'
import { ZipField } from './zip-field.tsx'

/** The location fields, in the order in which they depend on each other; on a phone, a ZIP code comes first. */
export function PlaceFields({ onDisclaimer, ...props }: FieldProps & { onDisclaimer: () => void }) {
  const { search, form, values } = props
  const family = networkFamily(search, values)
  const countries = useCountries(search, values)
  const country = countries.items.find(({ id }) => id === values.country)
  const states = useStates(search, values, country)
  const isOneCity = values.city !== '' && values.city !== allCities
  const isUsed = usesAddress(values, family)
  const asksPostalCode =
    family === 'domestic' || values.country === '' || values.zipCode !== '' || country?.hasPostalCodes
  const isNarrow = useNarrowScreen()
  const zipComesFirst = isNarrow && family === 'domestic'
  const zipField = asksPostalCode && <ZipField key="zip" {...props} states={states.items} />
  const placeKey = `${values.network} ${values.country}`
  return (
    <>
      {Object.keys(search.networks).length > 1 && <NetworkField {...props} />}
      {zipComesFirst && zipField}
      <CountryField key={`country ${values.network}`} {...props} countries={countries} />
      {(family === 'domestic' || country?.hasStates) && (
        <StateField key={`state ${placeKey}`} {...props} states={states} onDisclaimer={onDisclaimer} />
      )}
      <CityField key={`city ${placeKey}`} {...props} states={states.items} />
      <TextInput
        label={messages.address}
        placeholder={addressHint(isOneCity, isUsed)}
        disabled={!isUsed}
        autoComplete="street-address"
        maxLength={300}
        {...form.field('address')}
      />
      {!zipComesFirst && zipField}
      {offersRange(values, family) && <RangeField {...props} label={messages.range} />}
    </>
  )
}

function addressHint(isOneCity: boolean, isUsed: boolean): string | undefined {
  if (!isOneCity) return messages.cityFirst
  return isUsed ? undefined : messages.addressUnused
}

/**
 * The field for the network, one of the search definition's. Changing the network resets the place fields.
 */
function NetworkField({ search, form, values }: FieldProps) {
  return (
    <NativeSelect
      id={form.fieldId('network')}
      label={messages.network}
      error={form.errors.network}
      value={values.network}
      data={Object.entries(search.networks).map(([value, label]) => ({ value, label }))}
      onChange={(event) => form.change(chooseNetwork(event.currentTarget.value, values, search))}
    />
  )
}

/**
 * The country field: fixed on domestic networks; otherwise a choice of the countries with providers in the
 * network.
 */
function CountryField({
  search,
  form,
  values,
  resetKey,
  countries,
}: FieldProps & { countries: LookupOptions<Country> }) {
  const { items, loading } = countries
  const choices = useMemo(() => items.map(({ id, name }) => ({ value: id, label: name })), [items])
  useValidOption(
    form,
    'country',
    networkFamily(search, values) === 'domestic' ? '' : values.country,
    countries,
  )
  if (networkFamily(search, values) === 'domestic')
    return <TextInput label={messages.country} value={messages.unitedStates} readOnly variant="filled" />
  return (
    <ComboBox
      id={form.fieldId('country')}
      label={messages.country}
      placeholder={messages.chooseCountry}
      options={choices}
      value={values.country}
      unlisted={values.country}
      resetKey={resetKey}
      loading={loading}
      error={fieldError(form, 'country', countries)}
      onChange={(country) => {
        const isWithoutCodes = items.some(({ id, hasPostalCodes }) => id === country && !hasPostalCodes)
        form.change({ ...chooseCountry(country), ...(isWithoutCodes && { zipCode: '' }) })
      }}
    />
  )
}

type StateFieldProps = FieldProps & { states: LookupOptions<State>; onDisclaimer: () => void }

/**
 * The state field. Choosing a territory, whose providers must be contacted directly, clears the field and
 * shows the disclaimer.
 */
function StateField({ form, values, resetKey, states, onDisclaimer }: StateFieldProps) {
  const { items, loading } = states
  useValidOption(form, 'state', values.state, states)
  const isTerritory = items.some(({ id, showDisclaimer }) => id === values.state && showDisclaimer)
  useEffect(() => {
    if (!isTerritory) return
    form.change(chooseState(''))
    onDisclaimer()
  }, [isTerritory, form, onDisclaimer])
  const choices = useMemo(
    () =>
      items.map(({ id, name, abbreviation, disabled }) => ({
        value: id,
        label: name,
        alias: abbreviation,
        disabled,
      })),
    [items],
  )
  return (
    <ComboBox
      id={form.fieldId('state')}
      label={fieldLabel('state', values)}
      placeholder={messages.chooseState}
      options={choices}
      value={values.state}
      unlisted={values.state}
      resetKey={resetKey}
      loading={loading}
      error={fieldError(form, 'state', states)}
      onChange={(state) => form.change(chooseState(state))}
    />
  )
}
