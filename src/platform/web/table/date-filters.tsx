import { useState } from 'react'
import { clientSearchMessages } from '../../client-search-messages.ts'
import { formatDay } from '../../contract/date-format.ts'
import { parseDate } from '../../contract/parse-date.ts'
import { DateField } from '../date-field/date-field.tsx'

const filterText = clientSearchMessages.filters

/** The first and last day of a list; empty if it has none. */
type Days = { from: string; to: string }

/** The first and last day. An empty field is no limit; text that is no date leaves the last one. */
export function DateFilters({ from, to, onChange }: Days & { onChange: (days: Days) => void }) {
  const [typed, setTyped] = useState({ from: from && formatDay(from), to: to && formatDay(to) })
  const [typing, setTyping] = useState<keyof Days>()
  const describeError = (name: keyof Days) => {
    if (typing === name) return undefined
    if (typed[name].trim() && !parseDate(typed[name])) return filterText.notDate
    return name === 'to' && from && to && to < from ? filterText.reversed : undefined
  }
  return (['from', 'to'] as const).map((name) => (
    <DateField
      key={name}
      label={filterText[name]}
      value={typed[name]}
      error={describeError(name)}
      onBlur={() => setTyping(undefined)}
      onChange={(text) => {
        setTyping(name)
        setTyped({ ...typed, [name]: text })
        const day = text.trim() ? parseDate(text) : ''
        if (day !== undefined) onChange({ from, to, [name]: day })
      }}
    />
  ))
}
