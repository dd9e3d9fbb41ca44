import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { labelOf } from './form/field-id.ts'
import { GeocoderFailed, PlaceNotFound } from './geocode-search.ts'
import type { Refused } from './search-params.ts'
import { isEnough, isSameSearch } from './search-request.ts'
import { emptyValues, formValues, type SearchValues } from './search-values.ts'
import { providersQuery, useProviderSearch } from './use-provider-search.ts'
import { useSearchForm } from './use-search-form.ts'
import { useSearchAddress } from './use-search-params.ts'
import { useOfferedSearch } from './use-valid-search.ts'
import { lackingIn } from './validate-search.ts'

/** What the page asks or tells before it goes on. */
export type Question =
  | { kind: 'invalid' }
  | { kind: 'disclaimer' }
  | { kind: 'stillRunning'; instead: SearchValues }

/**
 * From form to results. The page's address is the search that was submitted; the results follow it. A search
 * that still runs gives way to another one only when the reader says so.
 */
export function useSearchFlow(search: SearchInfo) {
  const client = useQueryClient()
  const address = useSearchAddress(search)
  const form = useSearchForm(search, address.values)
  const submitted = useOfferedSearch(search, address)
  const results = useProviderSearch(search, submitted)
  const [question, ask] = useState<Question>()
  const [resets, setResets] = useState(0)
  const resetKey = `${resets} ${JSON.stringify(address.values)}`
  useSearchFailures(results, form, ask)
  useRefusals(address.refused, form, ask)
  useEffect(() => {
    if (!results.isFetching) ask((asked) => (asked?.kind === 'stillRunning' ? undefined : asked))
  }, [results.isFetching])

  const start = (values: SearchValues) => {
    if (submitted && isSameSearch(values, submitted, search)) void results.refetch()
    else void address.put(values)
  }
  const submit = (values: SearchValues) => {
    if (!isEnough(values, search)) {
      for (const [field, message] of Object.entries(lackingIn(values, search)))
        form.setError(field as keyof SearchValues, { type: 'lacking', message })
      ask({ kind: 'invalid' })
    } else if (!results.isFetching || !submitted) start(values)
    else if (!isSameSearch(values, submitted, search)) ask({ kind: 'stillRunning', instead: values })
  }
  const proceed = (instead: SearchValues) => {
    ask(undefined)
    start(instead)
  }
  const cancel = () => void client.cancelQueries({ queryKey: providersQuery(search, submitted).queryKey })
  const reset = () => {
    cancel()
    setResets((count) => count + 1)
    form.reset(formValues(emptyValues(search)))
    void address.clear()
  }
  return { form, resetKey, submitted, results, question, ask, submit, proceed, cancel, reset }
}

type Results = ReturnType<typeof useProviderSearch>
type Form = ReturnType<typeof useSearchForm>

/** Says at the right place why a search failed: at the field, in the notice, or as an insufficient search. */
function useSearchFailures(
  { error, isError, errorUpdatedAt }: Results,
  form: Form,
  ask: (question: Question) => void,
) {
  const { setError, getValues } = form
  const isPlace = error instanceof PlaceNotFound
  const status = error instanceof ApiError ? error.status : undefined
  const isAnswered = status === 403 || status === 422
  const sentence =
    isPlace || error instanceof GeocoderFailed ? messages.geocodeFailed : messages.providersFailed
  useErrorNotice({ isError: isError && !isAnswered, errorUpdatedAt }, sentence)
  useEffect(() => {
    if (!errorUpdatedAt) return
    if (isPlace) setError(getValues('zipCode') ? 'zipCode' : 'city', { message: messages.geocodeFailed })
    if (status === 422) ask({ kind: 'invalid' })
  }, [errorUpdatedAt, isPlace, status, setError, getValues, ask])
}

/** Says what the page's address asks for and cannot have. */
function useRefusals({ fields, isTerritory }: Refused, form: Form, ask: (question: Question) => void) {
  const { setError, getValues } = form
  useEffect(() => {
    for (const field of fields) setError(field, { message: refusalOf(field, getValues()) })
    if (isTerritory) ask({ kind: 'disclaimer' })
  }, [fields, isTerritory, setError, getValues, ask])
}

const chosen: readonly string[] = ['network', 'state', 'range'] satisfies Refused['fields']

/** A choice is not offered; a text cannot be searched for. */
const refusalOf = (field: Refused['fields'][number], values: SearchValues) =>
  messages[chosen.includes(field) ? 'notOffered' : 'notSearchable'](labelOf(field, values))
