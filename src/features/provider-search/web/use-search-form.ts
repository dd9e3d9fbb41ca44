import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { SearchInfo } from '../contract.ts'
import { draftFor, keepDraft } from './search-draft.ts'
import { fieldOrder, formValues, type SearchValues, searchValues } from './search-values.ts'
import { lackingIn } from './validate-search.ts'

export type SearchFormControl = UseFormReturn<SearchValues>

/** The form: it shows the search of the page's address, or at first what was being typed there before a reload. */
export function useSearchForm(search: SearchInfo, addressed: SearchValues): SearchFormControl {
  const { code } = search
  const form = useForm<SearchValues>({
    resolver: standardSchemaResolver(searchValues),
    defaultValues: draftFor(code) ?? formValues(addressed),
    reValidateMode: 'onSubmit',
  })
  const { reset, subscribe, getValues } = form
  const shown = useRef(addressed)
  useEffect(() => {
    if (shown.current === addressed) return
    shown.current = addressed
    reset(formValues(addressed))
  }, [reset, addressed])
  useEffect(() => {
    const callback = ({ name }: { name?: string }) => {
      keepDraft(code, getValues())
      clearMended(form, search, name)
    }
    return subscribe({ formState: { values: true }, callback })
  }, [form, subscribe, getValues, search, code])
  return form
}

/** A field that has changed has no error any more, nor has one at which nothing is lacking now. */
function clearMended(
  { getFieldState, getValues, clearErrors }: SearchFormControl,
  search: SearchInfo,
  changed?: string,
) {
  const lacking = lackingIn(getValues(), search)
  const mended = fieldOrder.filter((field) => {
    const { error } = getFieldState(field)
    return error && (field === changed || (error.type === 'lacking' && !lacking[field]))
  })
  if (mended.length > 0) clearErrors(mended)
}

/** Puts several changed fields into the form at once. */
export function change({ setValue }: SearchFormControl, changes: Partial<SearchValues>) {
  for (const [field, value] of Object.entries(changes)) setValue(field as keyof SearchValues, value)
}
