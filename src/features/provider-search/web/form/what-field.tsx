import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import {
  type ChosenBy,
  SuggestionBox,
  type SuggestionGroup,
} from '#platform/web/combo-box/suggestion-box.tsx'
import type { ProviderType, SearchInfo, SuggestedProvider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { allTypes, fromKilometers } from '../../rules.ts'
import { lookupParams, providerTypesQuery, suggestionsQuery } from '../lookup-queries.ts'
import type { SearchValues } from '../search-values.ts'
import type { FieldProps } from './field-props.tsx'
import { formatTown, type Meaning, searchForProvider } from './search-for-provider.ts'

/** A typed text that is not resolved yet. A link's words always mean a type, if there is one. */
export type TypedText = { text: string; isTypeName?: boolean }

type WhatFieldProps = Pick<FieldProps, 'search' | 'form' | 'values'> & {
  typed: TypedText | undefined
  onType: (typed: TypedText | undefined) => void
  /** Called after a type or a name was chosen. */
  onChosen: (by: ChosenBy) => void
  /** Called after a provider was chosen. */
  onProvider: () => void
  inputRef: React.RefObject<HTMLInputElement | null>
}

/** The field "What": a type of provider in everyday words, or a name, with suggestions for what is typed. */
export function WhatField({
  search,
  form,
  values,
  typed,
  onType,
  onChosen,
  onProvider,
  inputRef,
}: WhatFieldProps) {
  const words = typed?.isTypeName ? '' : (typed?.text.trim() ?? '')
  const isLongEnough = words.length >= shortestText
  const { data, isFetching } = useQuery({
    ...suggestionsQuery(search, values, words),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  const chosenName = useWhatText(search, values, data?.types)
  const groups = isLongEnough ? groupSuggestions(data, words, search) : []
  const choose = (value: string, by: ChosenBy) => {
    const provider = data?.providers.find(({ hash }) => hash === value)
    onType(undefined)
    if (provider) {
      form.change(searchForProvider(provider))
      return onProvider()
    }
    form.change(
      value === nameSearch ? { name: words, providerType: allTypes } : { name: '', providerType: value },
    )
    onChosen(by)
  }
  return (
    <SuggestionBox
      id={form.fieldId('name')}
      label={messages.quick.what}
      placeholder={messages.quick.whatHint}
      icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
      text={typed?.text ?? chosenName}
      isTyped={isLongEnough && !isWholeNumber(words)}
      onType={(text) => {
        form.clearErrors(['name', 'providerType'])
        onType({ text })
      }}
      groups={groups}
      pending={isLongEnough && isFetching}
      onChoose={choose}
      error={form.errors.name ?? form.errors.providerType}
      maxLength={200}
      inputRef={inputRef}
    />
  )
}

/** Shorter texts mean too much. */
const shortestText = 2

/** The value of the suggestion that searches for the text as a name. */
const nameSearch = 'name'

/**
 * The text of the field for the values: the name, or the type unless it is All. Until the list of types has loaded, the
 * name of a type is the suggested one.
 */
function useWhatText(
  search: SearchInfo,
  { network, name, providerType }: SearchValues,
  suggested: ProviderType[] | undefined,
): string {
  const isOneType = name === '' && providerType !== '' && providerType !== allTypes
  const { data } = useQuery({
    ...providerTypesQuery(lookupParams(search, network), ''),
    enabled: isOneType,
    placeholderData: keepPreviousData,
  })
  return isOneType ? ((data ?? suggested)?.find(({ id }) => id === providerType)?.description ?? '') : name
}

type Found = { types: ProviderType[]; providers: SuggestedProvider[] }

function groupSuggestions(found: Found | undefined, words: string, { unit }: SearchInfo): SuggestionGroup[] {
  const { quick } = messages
  const types = found?.types.map(({ id, description }) => ({ value: id, label: description })) ?? []
  const providers = found?.providers.map((provider) => ({
    value: provider.hash,
    label: provider.name,
    detail: [provider.providerType, formatTown(provider)].filter(Boolean).join(' · '),
    end:
      provider.distance === null
        ? undefined
        : messages.distanceAway(fromKilometers(provider.distance, unit).toFixed(1), unit),
  }))
  return [
    { label: quick.types, options: types },
    { label: quick.providers, options: providers ?? [] },
    {
      label: quick.notMeant,
      options: [{ value: nameSearch, label: quick.searchNames(words), detail: quick.typos }],
    },
  ].filter(({ options }) => options.length > 0)
}

/** Shorter numbers may be a part of several, or a ZIP code. */
const wholeNumber = /^(?:\D*\d){9,}\D*$/

/** Whether a text is an NPI, a phone number or a tax ID. */
export const isWholeNumber = (words: string): boolean => wholeNumber.test(words) && !/\p{L}/u.test(words)

/**
 * The meaning of a typed text without a choice: the best type or a name, as the server decides; a whole NPI, phone number
 * or tax ID means its provider. After a failed lookup, a message: a search for "urgent care" as a name would find few of
 * them.
 */
export async function resolveWhat(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  typed: TypedText | undefined,
): Promise<Meaning> {
  if (!typed) return { changes: {} }
  const { text, isTypeName } = typed
  const words = text.trim()
  const asName = { name: words, providerType: allTypes }
  if (words === '') return { changes: asName }
  try {
    const { types, providers, meansType } = await queries.fetchQuery(suggestionsQuery(search, values, words))
    const [best] = types
    if (best && (isTypeName || meansType)) return { changes: { name: '', providerType: best.id } }
    const [provider] = providers
    if (!provider || !isWholeNumber(words)) return { changes: asName }
    const { resolveNumber } = await import('./resolve-number.ts')
    return resolveNumber(provider, providers.length, values)
  } catch {
    return { message: messages.quick.whatFailed(words) }
  }
}
