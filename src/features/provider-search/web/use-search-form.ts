import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { draftPrefix, tabStore } from '#platform/web/storage.ts'
import type { SearchInfo } from '../contract.ts'
import { validateSearch } from './search-request.ts'
import { fieldOrder, formValues, type SearchValues, searchValues } from './search-values.ts'

export type SearchFormControl = UseFormReturn<SearchValues>

/** The form. It shows the search in the URL or, after a reload, the stored input. */
export function useSearchForm(search: SearchInfo, pageSearch: SearchValues): SearchFormControl {
  const { code } = search
  const form = useForm<SearchValues>({
    resolver: standardSchemaResolver(searchValues),
    defaultValues: loadDraft(code) ?? formValues(pageSearch),
    reValidateMode: 'onSubmit',
  })
  const { reset, subscribe, getValues } = form
  const shown = useRef(pageSearch)
  useEffect(() => {
    if (shown.current === pageSearch) return
    shown.current = pageSearch
    reset(formValues(pageSearch))
  }, [reset, pageSearch])
  useEffect(() => {
    const callback = ({ name }: { name?: string }) => {
      draftStore(code).set({ address: currentQuery(), values: getValues() })
      clearFixedErrors(form, search, name)
    }
    return subscribe({ formState: { values: true }, callback })
  }, [form, subscribe, getValues, search, code])
  return form
}

/** Clears the errors of the changed field and of fields whose value is no longer missing. */
function clearFixedErrors(
  { getFieldState, getValues, clearErrors }: SearchFormControl,
  search: SearchInfo,
  changed?: string,
) {
  const missing = validateSearch(getValues(), search)
  const fixed = fieldOrder.filter((field) => {
    const { error } = getFieldState(field)
    return error && (field === changed || (error.type === 'incomplete' && !missing[field]))
  })
  if (fixed.length > 0) clearErrors(fixed)
}

/** Changes several fields at once. */
export function change({ setValue }: SearchFormControl, changes: Partial<SearchValues>) {
  for (const [field, value] of Object.entries(changes)) setValue(field as keyof SearchValues, value)
}

const draft = z.object({ address: z.string(), values: searchValues })
/** The query string without `view`: a draft survives a change of view, but not a new search. */
function currentQuery() {
  const params = new URLSearchParams(location.search)
  params.delete('view')
  return params.toString()
}

/** Unsent input of this tab, with the URL that it belongs to. */
const draftStore = (searchCode: string) => tabStore(draftPrefix + searchCode, draft)

/** The input stored for this URL before the page was reloaded. */
function loadDraft(searchCode: string): SearchValues | undefined {
  const stored = draftStore(searchCode).get()
  return stored?.address === currentQuery() ? stored.values : undefined
}
