import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type ChosenBy,
  SuggestionBox,
  type SuggestionGroup,
} from '#platform/web/combo-box/suggestion-box.tsx'
import type { ProviderType, SearchInfo, SuggestedProvider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { allTypes, fromKilometers } from '../../rules.ts'
import { lookupParams, providerTypesQuery, suggestionsQuery } from '../lookup-queries.ts'
import { quickFields, type SearchValues } from '../search-values.ts'
import type { FieldProps } from './field-props.tsx'
import { isWholeNumber, type TypedText } from './resolve-what.ts'
import { formatTown, searchForProvider } from './search-for-provider.ts'

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
      id={form.fieldId(quickFields.what)}
      label={messages.quick.what}
      placeholder={messages.quick.whatHint}
      icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
      text={typed?.text ?? chosenName}
      isTyped={isLongEnough && !isWholeNumber(words)}
      onType={(text) => {
        form.clearErrors([quickFields.what, 'providerType'])
        onType({ text })
      }}
      groups={groups}
      pending={isLongEnough && isFetching}
      onChoose={choose}
      error={form.errors[quickFields.what] ?? form.errors.providerType}
      maxLength={200}
      inputRef={inputRef}
    />
  )
}

/** Shorter texts are too ambiguous. */
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
