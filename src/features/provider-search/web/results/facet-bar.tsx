import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../result-messages.ts'
import { useLazyModal } from '../use-lazy-modal.tsx'
import classes from './facet-bar.module.css'
import { type Facet, type Facets, FacetsContext } from './list-facets.ts'
import { TypeIcon } from './type-icon.tsx'

const text = messages.facets

const loadFilters = async () => (await import('./result-dialogs.tsx')).FilterDialog

/** How many provider types the bar shows; the dialog has all. */
const typesInBar = 3
const facetsInBar = ['preferred', 'type', 'hours']

export type FiltersProps = {
  facets: Facets
  /** Opens the dialog with all filters. */
  onOpen: () => void
}

/** The dialog with all filters. It stays open when a resize replaces the bar that opened it. */
export function useFilterDialog(facets: Facets) {
  const { open, modal } = useLazyModal(loadFilters, text.failed)
  const filterDialog = <FacetsContext value={facets}>{modal}</FacetsContext>
  return { filterDialog, openFilters: () => open(undefined) }
}

/** The most useful facets with their counts, a button for the others, and the number of providers that match. */
export function FacetBar({ facets, onOpen }: FiltersProps) {
  const first = useRef<HTMLButtonElement>(null)
  if (facets.facets.length === 0) return null
  const clear = () => clearAndFocus(facets, first)
  const { length } = facets.chosen
  return (
    <>
      <fieldset aria-label={text.label} className={classes.bar}>
        <button
          ref={first}
          type="button"
          className={classes.chip}
          aria-pressed={length === 0}
          onClick={clear}
        >
          {text.all(facets.all)}
        </button>
        {facets.facets.map((facet) => (
          <FacetChips key={facet.id} facets={facets} facet={facet} />
        ))}
        <FilterButton facets={facets} onOpen={onOpen} label={text.more} />
      </fieldset>
      <FilterStatus facets={facets} onClear={clear} />
    </>
  )
}

/** Clears the filters and focuses a button that stays. */
export function clearAndFocus(facets: Facets, target: RefObject<HTMLElement | null>) {
  flushSync(facets.clear)
  target.current?.focus()
}

type FilterButtonProps = FiltersProps & { label: string; ref?: RefObject<HTMLButtonElement | null> }

/** A button with the number of chosen filters that opens all of them. */
export function FilterButton({ facets, onOpen, label, ref }: FilterButtonProps) {
  return (
    <button ref={ref} type="button" className={classes.chip} aria-haspopup="dialog" onClick={onOpen}>
      <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
      {text.chosen(label, facets.chosen.length)}
    </button>
  )
}

/** How many providers match the filters. If none does, a button clears them. */
export function FilterStatus({ facets, onClear }: { facets: Facets; onClear: () => void }) {
  const { chosen, shown, all } = facets
  return (
    <>
      <p role="status" className={classes.showing}>
        {chosen.length > 0 && (shown.length > 0 ? text.showing(shown.length, all) : text.none)}
      </p>
      {shown.length === 0 && (
        <Button variant="default" className={classes.clear} onClick={onClear}>
          {text.clear}
        </Button>
      )}
    </>
  )
}

/** The options of a facet that the bar shows: the most frequent ones of a few facets, and every chosen one. */
function FacetChips({ facets, facet }: { facets: Facets; facet: Facet }) {
  const isInBar = facetsInBar.includes(facet.id)
  return facet.options.map(({ value, label, providerTypeId }, index) => {
    const isChosen = facets.isChosen(facet, value)
    if (!isChosen && !(isInBar && index < typesInBar)) return null
    const count = facets.count(facet, value)
    return (
      <button
        key={value}
        type="button"
        className={classes.chip}
        aria-pressed={isChosen}
        disabled={count === 0 && !isChosen}
        onClick={() => facets.toggle(facet, value)}
      >
        {providerTypeId && <TypeIcon providerTypeId={providerTypeId} />}
        {label} <span>{count}</span>
      </button>
    )
  })
}
