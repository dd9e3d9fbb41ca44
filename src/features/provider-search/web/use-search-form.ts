import { createStore, useSelector } from '@tanstack/react-store'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { tabDraftPrefix, tabStore, useTabOwner } from '#platform/web/storage.ts'
import type { SearchInfo } from '../contract.ts'
import { describeMissing } from './search-request.ts'
import { emptyValues, type SearchValues, searchValues, withDefaultType } from './search-values.ts'

type Field = keyof SearchValues
type FieldError = { message: string; isMissing?: boolean }
type FormState = { values: SearchValues; errors: Partial<Record<Field, FieldError>> }

/** The values and errors of a search, which both of its forms show. It has no schema, so it needs no react-hook-form. */
export type SearchFormControl = ReturnType<typeof createSearchForm>

function createSearchForm(
  search: SearchInfo,
  initial: SearchValues,
  onChange: (values: SearchValues) => void = () => {},
) {
  const store = createStore<FormState>({ values: initial, errors: {} })
  const keepErrors = ({ errors }: FormState, isKept: (field: Field, error: FieldError) => boolean) =>
    Object.fromEntries(
      Object.entries(errors).filter(([field, error]) => isKept(field as Field, error)),
    ) as FormState['errors']
  return {
    store,
    getValues: () => store.state.values,
    /** Changes several fields and clears their errors, and those of fields whose value is no longer missing. */
    change: (changes: Partial<SearchValues>) => {
      const values = { ...store.state.values, ...changes }
      const missing = describeMissing(values, search)
      store.setState((state) => ({
        values,
        errors: keepErrors(
          state,
          (field, { isMissing }) => !(field in changes) && !(isMissing && !missing[field]),
        ),
      }))
      onChange(values)
    },
    setError: (field: Field, error: FieldError) =>
      store.setState(({ values, errors }) => ({ values, errors: { ...errors, [field]: error } })),
    clearErrors: (fields: readonly Field[]) =>
      store.setState((state) => ({
        ...state,
        errors: keepErrors(state, (field) => !fields.includes(field)),
      })),
    /** Replaces the values and clears all errors. */
    reset: (values: SearchValues) => {
      store.setState(() => ({ values, errors: {} }))
      onChange(values)
    },
  }
}

/** The form. It shows the search in the URL or, after a reload, the stored input. */
export function useSearchForm(search: SearchInfo, urlValues: SearchValues): SearchFormControl {
  const drafts = searchDraftStore(search.code, useTabOwner())
  const saveDraft = useRef(drafts.set)
  const [form] = useState(() =>
    createSearchForm(search, loadDraft(drafts) ?? withDefaultType(urlValues), (values) =>
      saveDraft.current({ query: currentQuery(), values }),
    ),
  )
  useEffect(() => {
    saveDraft.current = drafts.set
  })
  const shown = useRef(urlValues)
  useEffect(() => {
    if (shown.current === urlValues) return
    shown.current = urlValues
    form.reset(withDefaultType(urlValues))
  }, [form, urlValues])

  return form
}

/** A form for a new search, which is neither in the URL nor stored. */
export const useNewSearchForm = (search: SearchInfo): SearchFormControl =>
  useState(() => createSearchForm(search, withDefaultType(emptyValues(search))))[0]

/** Returns a function that removes the stored input, so that a new search for the same values does not show it. */
export const useDraftRemoval = (search: SearchInfo) => searchDraftStore(search.code, useTabOwner()).remove

/** The form as a component shows it. */
export type SearchFormState = ReturnType<typeof useSearchFormState>

/** The current values and errors of a form, and the props of its inputs. */
export function useSearchFormState(form: SearchFormControl) {
  const { values, errors: found } = useSelector(form.store)
  const errors: Partial<Record<Field, string>> = Object.fromEntries(
    Object.entries(found).map(([field, { message }]) => [field, message]),
  )
  const fieldId = (field: Field) => `search-${field}`
  return {
    ...form,
    values,
    errors,
    fieldId,
    focusField: (field: Field) => document.getElementById(fieldId(field))?.focus(),
    /** Props of a text input. */
    field: (field: Exclude<Field, 'range'>) => ({
      id: fieldId(field),
      name: field,
      value: values[field],
      error: errors[field],
      onChange: (event: ChangeEvent<HTMLInputElement>) => form.change({ [field]: event.currentTarget.value }),
    }),
    handleSubmit: (onValid: (values: SearchValues) => unknown) => () => void onValid(form.getValues()),
  }
}

const draft = z.object({ query: z.string(), values: searchValues })

/** The query string without `view`: a draft survives a change of view, but not a new search. */
function currentQuery() {
  const params = new URLSearchParams(location.search)
  params.delete('view')
  return params.toString()
}

/** A draft of this tab, with the URL that it belongs to. In a secure search it belongs to one person. */
const searchDraftStore = (searchCode: string, owner: string) =>
  tabStore(tabDraftPrefix + searchCode, draft, { owner })

/** The input stored for this URL before the page was reloaded. */
function loadDraft(drafts: ReturnType<typeof searchDraftStore>): SearchValues | undefined {
  const stored = drafts.get()
  return stored?.query === currentQuery() ? stored.values : undefined
}

/** Shows what is missing for a complete search, at the fields that can supply it. */
export function showMissing(
  { setError }: Pick<SearchFormControl, 'setError'>,
  values: SearchValues,
  search: SearchInfo,
) {
  for (const [field, message] of Object.entries(describeMissing(values, search)))
    setError(field as Field, { isMissing: true, message })
}
