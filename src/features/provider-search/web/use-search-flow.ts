import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../page-messages.ts'
import { allTypes } from '../rules.ts'
import { describeFailure } from './describe-failure.ts'
import { fieldLabel } from './form/field-props.tsx'
import { countriesQuery, lookupParams, providerTypesQuery, statesQuery } from './lookup-queries.ts'
import { type InvalidParams, useSearchParams } from './search-params.ts'
import { providersQuery, useProviderSearch } from './search-queries.ts'
import { isFormComplete, isSameSearch } from './search-request.ts'
import {
  emptyValues,
  needsDetailedForm,
  networkFamily,
  type SearchValues,
  withDefaultType,
} from './search-values.ts'
import { showMissing, useSearchForm } from './use-search-form.ts'

/** The dialog that interrupts a search. */
export type SearchDialog =
  | { kind: 'incomplete' }
  | { kind: 'disclaimer' }
  | { kind: 'stillRunning'; replacement: SearchValues }

/**
 * Connects form, URL and results. The URL holds the submitted search, and the results follow it. Another search
 * replaces a running one only after confirmation.
 */
export function useSearchFlow(search: SearchInfo) {
  const queries = useQueryClient()
  const params = useSearchParams(search)
  const form = useSearchForm(search, params.values)
  const { submitted, isUnavailable } = useValidSearch(search, params)
  const results = useProviderSearch(search, submitted)
  const [dialog, openDialog] = useState<SearchDialog>()
  const [resets, setResets] = useState(0)
  const resetKey = `${resets} ${JSON.stringify(params.values)}`
  useSearchErrors(results, submitted, form, openDialog)
  useInvalidParams(params.invalid, form, openDialog)
  useEffect(() => {
    if (!results.isFetching) openDialog((open) => (open?.kind === 'stillRunning' ? undefined : open))
  }, [results.isFetching])

  const start = (values: SearchValues) => {
    if (submitted && isSameSearch(values, submitted, search)) void results.refetch()
    else void params.put(values)
  }
  /** Returns whether the search changes the URL. While another one runs, the person is asked first. */
  const requestSearch = (values: SearchValues): boolean => {
    if (!isFormComplete(values, search)) {
      showMissing(form, values, search)
      openDialog({ kind: 'incomplete' })
      return false
    }
    const isOther = !isSameSearch(values, params.values, search)
    if (!results.isFetching) start(values)
    else if (isOther) openDialog({ kind: 'stillRunning', replacement: values })
    return isOther && !results.isFetching
  }
  const proceed = (replacement: SearchValues) => {
    openDialog(undefined)
    start(replacement)
  }
  const cancel = () => void queries.cancelQueries({ queryKey: providersQuery(search, submitted).queryKey })
  const reset = () => {
    cancel()
    setResets((count) => count + 1)
    form.reset(withDefaultType(emptyValues(search)))
    void params.clear()
  }
  const { fields, isTerritory } = params.invalid
  const needsDetails =
    isUnavailable || fields.length > 0 || isTerritory || needsDetailedForm(params.values, search)
  return {
    form,
    resetKey,
    submitted,
    results,
    needsDetails,
    dialog,
    openDialog,
    requestSearch,
    proceed,
    cancel,
    reset,
  }
}

type Results = ReturnType<typeof useProviderSearch>
type Form = ReturnType<typeof useSearchForm>

/** Shows why a search failed: at the field, in the error notice, or as an incomplete search. */
function useSearchErrors(
  { error, isError, errorUpdatedAt }: Results,
  submitted: SearchValues | undefined,
  { setError }: Form,
  openDialog: (dialog: SearchDialog) => void,
) {
  const { message, isInNotice, isUnknownPlace, isIncomplete } = describeFailure(error)
  const unknownField = isUnknownPlace && (submitted?.zipCode ? 'zipCode' : 'city')
  useErrorNotice({ isError: isError && isInNotice, errorUpdatedAt }, message)
  useEffect(() => {
    if (!errorUpdatedAt) return
    if (unknownField) setError(unknownField, { message: messages.unknownPlace[unknownField] })
    if (isIncomplete) openDialog({ kind: 'incomplete' })
  }, [errorUpdatedAt, unknownField, isIncomplete, setError, openDialog])
}

/** Shows which parameters of the URL are invalid. */
function useInvalidParams(
  { fields, isTerritory }: InvalidParams,
  form: Form,
  openDialog: (dialog: SearchDialog) => void,
) {
  const { setError, getValues } = form
  useEffect(() => {
    for (const field of fields) setError(field, { message: invalidParamMessage(field, getValues()) })
    if (isTerritory) openDialog({ kind: 'disclaimer' })
  }, [fields, isTerritory, setError, getValues, openDialog])
}

const choiceFields: readonly string[] = ['network', 'state', 'range'] satisfies InvalidParams['fields']

/** Distinguishes options that are unavailable from texts that cannot be searched. */
const invalidParamMessage = (field: InvalidParams['fields'][number], values: SearchValues) =>
  messages[choiceFields.includes(field) ? 'notOffered' : 'notSearchable'](fieldLabel(field, values))

type UrlSearch = { values: SearchValues; invalid: InvalidParams }

/** The search in the URL, and whether the network lacks one of its choices. */
type ValidSearch = { submitted: SearchValues | undefined; isUnavailable: boolean }

/**
 * The search in the URL if it is complete and all of its choices are available. A type that only other states have is
 * available: the search finds the nearest ones. Undefined until the lookups have loaded; a failed lookup does not block
 * the search.
 */
function useValidSearch(search: SearchInfo, { values, invalid }: UrlSearch): ValidSearch {
  const { network, country, state, city, providerType } = values
  const lookupRequest = lookupParams(search, network)
  const isSearch = isFormComplete(values, search) && invalid.fields.length === 0 && !invalid.isTerritory
  const isAbroad = networkFamily(search, values) !== 'domestic'
  const namesType = isSearch && providerType !== allTypes
  const namesCountry = isSearch && isAbroad && country !== ''
  // The state of a city only says which one of several is meant.
  const namesState = namesCountry && state !== '' && city === ''
  const types = useQuery({ ...providerTypesQuery(lookupRequest, ''), enabled: namesType })
  const countries = useQuery({ ...countriesQuery(lookupRequest), enabled: namesCountry })
  const states = useQuery({ ...statesQuery(lookupRequest, country), enabled: namesState })
  const isAvailable =
    (!namesType || isOption(types, providerType)) &&
    (!namesCountry || isOption(countries, country)) &&
    (!namesState || isOption(states, state))
  const isLoading = [types, countries, states].some((lookup) => lookup.isLoading)
  return {
    submitted: isSearch && isAvailable ? values : undefined,
    isUnavailable: isSearch && !isAvailable && !isLoading,
  }
}

function isOption({ data, isError }: UseQueryResult<{ id: string }[]>, id: string): boolean {
  if (!data) return isError
  return data.length === 0 || data.some((item) => item.id === id)
}
