import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { carriedPlaceKey, type Place } from '#geography/contract.ts'
import type { SearchInfo } from '../../contract.ts'
import { allTypes } from '../../rules.ts'
import { hasPlace, recallPlace, type SearchValues } from '../search-values.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { findStreet, resolveWhere } from './resolve-where.ts'
import { useSearchAbroad } from './use-search-abroad.ts'
import { resolveWhat, type TypedText } from './what-field.tsx'

type QuickSearchOptions = {
  search: SearchInfo
  form: SearchFormControl
  /** Discards typed text when this changes, unless the form's own search changed it. */
  resetKey: string
  onSubmit: (values: SearchValues) => void
  whatInput: RefObject<HTMLInputElement | null>
  whereInput: RefObject<HTMLInputElement | null>
}

/** The texts that were typed without a choice. */
type Typed = { what?: TypedText | undefined; where?: string | undefined }

/**
 * The typed texts of the quick search form, and its submission, which looks up what they mean. A submission replaces one
 * that still waits for its lookups. Text that is typed in the meantime stays.
 */
export function useQuickSearch({ search, form, resetKey, onSubmit, ...inputs }: QuickSearchOptions) {
  const queries = useQueryClient()
  const { typed, discards, setTyped, finish } = useTypedTexts(resetKey, useCarriedPlace())
  const latest = useRef<AbortController>(undefined)
  useCleanupAfter(discards, () => {
    latest.current?.abort()
    latest.current = undefined
  })
  useRecalledPlace(search, form)
  const [abroad, setAbroad] = useState<Place>()
  const openAbroad = useSearchAbroad(search)

  const submit = async (submitted: Typed = typed) => {
    latest.current?.abort()
    const attempt = new AbortController()
    latest.current = attempt
    const meant = await resolveTexts(queries, search, form.getValues(), submitted)
    if (attempt.signal.aborted) return
    if ('message' in meant) {
      setAbroad(meant.abroad)
      return reject(meant.field, meant.message, meant.isChoice)
    }
    latest.current = undefined
    const { providerType } = form.getValues()
    form.change({ providerType: providerType || allTypes, ...meant.changes })
    finish(submitted)
    onSubmit(form.getValues())
  }
  const reject = (field: 'name' | 'zipCode', message: string, isChoice?: boolean) => {
    latest.current = undefined
    form.setError(field, { message })
    const input = inputs[field === 'name' ? 'whatInput' : 'whereInput'].current
    input?.focus()
    // A click opens the suggestions.
    if (isChoice) input?.click()
  }
  const leave = async (place: Place) => {
    const address = findStreet(typed.where ?? '', place)
    const message = await openAbroad(place, { ...form.getValues(), address }, typed.what)
    if (!message) return
    setAbroad(undefined)
    reject('zipCode', message)
  }
  return {
    ...typed,
    abroad,
    setAbroad,
    /** Opens the search abroad for a place there. */
    leave,
    setWhat: (what: TypedText | undefined) => setTyped({ what }),
    setWhere: (where: string | undefined) => setTyped({ where }),
    submit,
    /** Submits again if a submission waits for its lookups, so that it includes what was chosen since. */
    resubmit: (changed: Typed) => {
      if (latest.current) void submit({ ...typed, ...changed })
    },
  }
}

/** What the typed texts mean, or what to say at which field. */
type Meant =
  | { changes: Partial<SearchValues> }
  | { field: 'name' | 'zipCode'; message: string; abroad?: Place; isChoice?: boolean }

async function resolveTexts(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  { what, where }: Typed,
): Promise<Meant> {
  const place = await resolveWhere(queries, search, values, where)
  if ('message' in place) return { field: 'zipCode', ...place }
  const meant = await resolveWhat(queries, search, { ...values, ...place.changes }, what)
  if ('message' in meant) return { field: 'name', ...meant }
  return { changes: { ...place.changes, ...meant.changes } }
}

/** Runs after another search replaced this one, as with the Back button, and on unmount. */
function useCleanupAfter(discards: number, run: () => void) {
  const cleanUp = useEffectEvent(run)
  const seen = useRef(discards)
  useEffect(() => {
    if (seen.current !== discards) cleanUp()
    seen.current = discards
  }, [discards])
  useEffect(() => () => cleanUp(), [])
}

/** `isExpected` if the form's own search is about to change the key `seen`. */
type TextState = { typed: Typed; seen: string; isExpected: boolean; discards: number }

/** The typed texts that are not resolved yet; undefined for a field that shows the values. */
function useTypedTexts(resetKey: string, where: string | undefined) {
  const [state, setState] = useState<TextState>({
    ...{ typed: { where }, seen: resetKey, isExpected: false, discards: 0 },
  })
  if (state.seen !== resetKey)
    setState(({ typed, isExpected, discards }) => ({
      ...{ seen: resetKey, isExpected: false },
      ...(isExpected ? { typed, discards } : { typed: {}, discards: discards + 1 }),
    }))
  const update = (change: (typed: Typed) => Typed, isExpected: boolean) =>
    setState((before) => ({ ...before, typed: change(before.typed), ...(isExpected && { isExpected }) }))
  return {
    ...{ typed: state.typed, discards: state.discards },
    setTyped: (changes: Typed) => update((typed) => ({ ...typed, ...changes }), false),
    /** Removes the submitted texts, but not those typed since. The search that follows keeps these. */
    finish: (submitted: Typed) =>
      update(
        ({ what, where }) => ({
          what: what === submitted.what ? undefined : what,
          where: where === submitted.where ? undefined : where,
        }),
        true,
      ),
  }
}

/** Returns the place that the previous page handed on, and takes it from there. */
function useCarriedPlace(): string | undefined {
  const queries = useQueryClient()
  const [place] = useState(() => queries.getQueryData<string>(carriedPlaceKey))
  useEffect(() => void queries.setQueryData(carriedPlaceKey, ''), [queries])
  return place || undefined
}

/** Starts with the last place of this tab if the values name none. */
function useRecalledPlace(search: SearchInfo, { getValues, change }: SearchFormControl) {
  useEffect(() => {
    const values = getValues()
    if (!hasPlace(values)) change(recallPlace(search, values))
  }, [search, getValues, change])
}
