import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { SearchInfo } from '../contract.ts'
import { draftFor, keepDraft } from './search-draft.ts'
import { type SearchValues, searchValues } from './search-values.ts'

export type SearchFormControl = UseFormReturn<SearchValues>

/** The form: it shows the search of the page's address, or at first what was being typed there before a reload. */
export function useSearchForm({ code }: SearchInfo, addressed: SearchValues): SearchFormControl {
  const form = useForm<SearchValues>({
    resolver: standardSchemaResolver(searchValues),
    defaultValues: draftFor(code) ?? addressed,
    reValidateMode: 'onSubmit',
  })
  const { reset, subscribe, getValues } = form
  const shown = useRef(addressed)
  useEffect(() => {
    if (shown.current === addressed) return
    shown.current = addressed
    reset(addressed)
  }, [reset, addressed])
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => keepDraft(code, getValues()) }),
    [subscribe, getValues, code],
  )
  return form
}

/** Puts several changed fields into the form at once. */
export function change({ setValue, clearErrors }: SearchFormControl, changes: Partial<SearchValues>) {
  clearErrors()
  for (const [field, value] of Object.entries(changes)) setValue(field as keyof SearchValues, value)
}
