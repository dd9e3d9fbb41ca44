import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { carriedPlaceKey, type Place } from '#geography/contract.ts'
import type { SearchInfo } from '../../contract.ts'
import {
  type ChosenPlace,
  hasPlace,
  quickFields,
  recallPlace,
  rememberPlace,
  type SearchValues,
  withDefaultType,
} from '../search-values.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { resolveWhat, type TypedText } from './resolve-what.ts'
import { findStreet, resolveWhere } from './resolve-where.ts'
import { useSearchAbroad } from './use-search-abroad.ts'

type QuickSearchOptions = {
  search: SearchInfo
  form: SearchFormControl
  /** Discards typed text when this changes, unless the form's own search changed it. */
  resetKey: string
  /** Searches for the values. Returns whether this changes `resetKey`. */
  onSearch: (values: SearchValues) => boolean
  whatInput: RefObject<HTMLInputElement | null>
  whereInput: RefObject<HTMLInputElement | null>
}

/** The texts that were typed without a choice, and whether the place of the device is looked for instead. */
type Typed = { what?: TypedText | undefined; where?: string | undefined; isLocating?: boolean }

/**
 * The typed texts of the quick search form, and its submission, which looks up what they mean. A submission replaces one
 * that still waits for its lookups. Text that is typed in the meantime stays.
 */
export function useQuickSearch({ search, form, resetKey, onSearch, ...inputs }: QuickSearchOptions) {
  const queries = useQueryClient()
  const { typed, discardCount, setTyped, finish } = useTypedTexts(resetKey, useCarriedPlace())
  const pendingSubmission = usePendingSubmission(discardCount)
  useRecalledPlace(search, form)
  const [abroad, setAbroad] = useState<Place>()
  const navigateAbroad = useSearchAbroad(search)

  const explain = (refusal: Refusal) => {
    setAbroad(refusal.abroad)
    refuse(form, inputs, refusal)
  }
  const submitTexts = async (texts: Typed = typed) => {
    // The place of the device submits once it is known.
    if (texts.isLocating) return
    const { placeAbroad } = pendingSubmission.read() ?? {}
    if (placeAbroad) return openSearchAbroad(placeAbroad, texts.what)
    const signal = pendingSubmission.begin()
    const meant = await resolveTexts(queries, search, form.getValues(), texts)
    if (signal.aborted) return
    pendingSubmission.end()
    if ('message' in meant) return explain(meant)
    if (meant.place) rememberPlace(meant.place)
    form.change({ ...withDefaultType(form.getValues()), ...meant.changes })
    finish(texts, onSearch(form.getValues()))
  }
  const openSearchAbroad = async ({ place, address }: PlaceAbroad, what: TypedText | undefined) => {
    const signal = pendingSubmission.begin({ place, address })
    const message = await navigateAbroad(place, { ...form.getValues(), address }, what, signal)
    if (signal.aborted) return
    pendingSubmission.end()
    if (message) explain({ field: 'where', message })
  }
  const setWhere = (where: string | undefined) => {
    if (pendingSubmission.read()?.placeAbroad) pendingSubmission.end()
    setTyped({ where, isLocating: false })
  }
  return {
    ...typed,
    abroad,
    setAbroad,
    /** Opens the search abroad for a place there. The field shows the place at once, and Search waits for it. */
    chooseAbroad: (place: Place) => {
      const address = findStreet(typed.where ?? '', place)
      setWhere(place.label)
      return openSearchAbroad({ place, address }, typed.what)
    },
    setWhat: (what: TypedText | undefined) => setTyped({ what }),
    setWhere,
    setLocating: (isLocating: boolean) => {
      pendingSubmission.end()
      setTyped({ isLocating })
    },
    submitTexts,
    /** Submits again if a submission waits for its lookups, so that it includes what was chosen since. */
    resubmitTexts: (changed: Typed) => {
      if (pendingSubmission.read()) void submitTexts({ ...typed, ...changed })
    },
  }
}

/** A place abroad whose search is about to open, and the street there. */
type PlaceAbroad = { place: Place; address: string }

/**
 * The latest submission that waits for its lookups. Each replaces the one before. It ends on unmount, and when the
 * generation changes because another search replaced the texts, as with the Back button.
 */
function usePendingSubmission(generation: number) {
  const latest = useRef<{ controller: AbortController; placeAbroad?: PlaceAbroad | undefined }>(undefined)
  const end = () => {
    latest.current?.controller.abort()
    latest.current = undefined
  }
  const endGeneration = useEffectEvent((_generation: number) => end())
  useEffect(() => () => endGeneration(generation), [generation])
  return {
    read: () => latest.current,
    begin: (placeAbroad?: PlaceAbroad) => {
      end()
      const controller = new AbortController()
      latest.current = { controller, placeAbroad }
      return controller.signal
    },
    end,
  }
}

/**
 * A message at a field; with `isChoice` if the suggestions of the field have the possible meanings, with `abroad` if the
 * search abroad has the place.
 */
type Refusal = { field: keyof typeof quickFields; message: string; isChoice?: boolean; abroad?: Place }

function refuse(
  form: SearchFormControl,
  { whatInput, whereInput }: Pick<QuickSearchOptions, 'whatInput' | 'whereInput'>,
  { field, message, isChoice }: Refusal,
) {
  form.setError(quickFields[field], { message })
  const input = (field === 'what' ? whatInput : whereInput).current
  input?.focus()
  // A click opens the suggestions.
  if (isChoice) input?.click()
}

/** The meaning of the typed texts, or a message. */
type ResolvedTexts = { changes: Partial<SearchValues>; place?: ChosenPlace | undefined } | Refusal

async function resolveTexts(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  { what, where }: Typed,
): Promise<ResolvedTexts> {
  const found = await resolveWhere(queries, search, values, where)
  if ('message' in found) return { field: 'where', ...found }
  const { place } = found
  const meant = await resolveWhat(queries, search, { ...values, ...found.changes }, what, place)
  if ('message' in meant) return { field: 'what', ...meant }
  return { changes: { ...found.changes, ...meant.changes }, place }
}

/**
 * The typed texts that are not resolved yet; undefined for a field that shows the values. After the form's own search, the
 * change of `resetKey` keeps the texts that were typed since. Any other change, as by the Back button, discards them.
 */
function useTypedTexts(resetKey: string, where: string | undefined) {
  const [typed, setAllTyped] = useState<Typed>({ where })
  const [seenResetKey, setSeenResetKey] = useState(resetKey)
  const [isOwnSearchExpected, setOwnSearchExpected] = useState(false)
  const [discardCount, setDiscardCount] = useState(0)
  // While rendering, so that the old texts never show next to the new values.
  if (seenResetKey !== resetKey) {
    setSeenResetKey(resetKey)
    setOwnSearchExpected(false)
    if (!isOwnSearchExpected) {
      setAllTyped({})
      setDiscardCount(discardCount + 1)
    }
  }
  return {
    typed,
    discardCount,
    setTyped: (changes: Typed) => setAllTyped((before) => ({ ...before, ...changes })),
    /** Removes the submitted texts, but not those typed since. */
    finish: (submitted: Typed, isOwnSearch: boolean) => {
      setAllTyped(({ what, where }) => ({
        what: what === submitted.what ? undefined : what,
        where: where === submitted.where ? undefined : where,
      }))
      setOwnSearchExpected(isOwnSearch)
    },
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
