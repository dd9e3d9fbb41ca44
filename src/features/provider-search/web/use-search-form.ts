import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { type AppForm, useAppForm } from '#platform/web/form/use-app-form.ts'
import { searchDraftPrefix, tabStore, useTabOwner } from '#platform/web/storage.ts'
import type { SearchInfo } from '../contract.ts'
import { validateSearch } from './search-request.ts'
import { emptyValues, fieldOrder, formValues, type SearchValues, searchValues } from './search-values.ts'

export type SearchFormControl = AppForm<SearchValues>

/** The form. It shows the search in the URL or, after a reload, the stored input. */
export function useSearchForm(search: SearchInfo, pageSearch: SearchValues): SearchFormControl {
  const drafts = searchDraftStore(search.code, useTabOwner())
  const form = useAppForm<SearchValues>({
    schema: searchValues,
    defaultValues: loadDraft(drafts) ?? formValues(pageSearch),
    idPrefix: 'search',
    revalidates: false,
    onChange: (values, field) => {
      drafts.set({ address: currentQuery(), values })
      clearFixedErrors(form, search, field)
    },
  })
  const { reset } = form
  const shown = useRef(pageSearch)
  useEffect(() => {
    if (shown.current === pageSearch) return
    shown.current = pageSearch
    reset(formValues(pageSearch))
  }, [reset, pageSearch])

  return form
}

/** A form for a new search, which is neither in the URL nor stored. */
export const useNewSearchForm = (search: SearchInfo): SearchFormControl =>
  useAppForm<SearchValues>({
    schema: searchValues,
    defaultValues: formValues(emptyValues(search)),
    idPrefix: 'search',
    revalidates: false,
  })

/** Clears the errors of the changed field and of fields whose value is no longer missing. */
function clearFixedErrors(
  { getFieldState, getValues, clearErrors }: SearchFormControl,
  search: SearchInfo,
  changed: string,
) {
  const missing = validateSearch(getValues(), search)
  const fixed = fieldOrder.filter((field) => {
    const { error } = getFieldState(field)
    return error && (field === changed || (error.type === 'incomplete' && !missing[field]))
  })
  if (fixed.length > 0) clearErrors(fixed)
}

const draft = z.object({ address: z.string(), values: searchValues })
/** The query string without `view`: a draft survives a change of view, but not a new search. */
function currentQuery() {
  const params = new URLSearchParams(location.search)
  params.delete('view')
  return params.toString()
}

/** A draft of this tab, with the URL that it belongs to. In a secure search it belongs to one person. */
const searchDraftStore = (searchCode: string, owner: string) =>
  tabStore(searchDraftPrefix + searchCode, draft, { owner })

/** The input stored for this URL before the page was reloaded. */
function loadDraft(drafts: ReturnType<typeof searchDraftStore>): SearchValues | undefined {
  const stored = drafts.get()
  return stored?.address === currentQuery() ? stored.values : undefined
}

/** Shows what is missing for a complete search, at the fields that can supply it. */
export function showMissing(
  { setError }: Pick<SearchFormControl, 'setError'>,
  values: SearchValues,
  search: SearchInfo,
) {
  for (const [field, message] of Object.entries(validateSearch(values, search)))
    setError(field as keyof SearchValues, { type: 'incomplete', message })
}
