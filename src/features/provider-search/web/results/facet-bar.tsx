import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../result-messages.ts'
import { useLazyModal } from '../use-lazy-modal.tsx'
import classes from './facet-bar.module.css'
import { type Facet, type Facets, FacetsContext } from './list-facets.ts'
import { TypeIcon } from './type-icon.tsx'

const words = messages.facets

const loadFilters = async () => (await import('./result-dialogs.tsx')).FilterDialog

/** How many provider types the bar shows; the dialog has all. */
const typesInBar = 3
const facetsInBar = ['preferred', 'type', 'hours']

/** The most useful facets with their counts, a button for the others, and the number of providers that match. */
export function FacetBar({ facets }: { facets: Facets }) {
  const { open, modal } = useLazyModal(loadFilters, words.failed)
  const first = useRef<HTMLButtonElement>(null)
  if (facets.facets.length === 0) return null
  const clear = () => {
    flushSync(facets.clear)
    first.current?.focus()
  }
  const { length } = facets.chosen
  return (
    <FacetsContext value={facets}>
      <fieldset aria-label={words.label} className={classes.bar}>
        <button
          ref={first}
          type="button"
          className={classes.chip}
          aria-pressed={length === 0}
          onClick={clear}
        >
          {words.all(facets.all)}
        </button>
        {facets.facets.map((facet) => (
          <FacetChips key={facet.id} facets={facets} facet={facet} />
        ))}
        <button type="button" className={classes.chip} aria-haspopup="dialog" onClick={() => open(undefined)}>
          <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
          {length > 0 ? words.chosen(length) : words.more}
        </button>
      </fieldset>
      <p role="status" className={classes.showing}>
        {length > 0 &&
          (facets.shown.length > 0 ? words.showing(facets.shown.length, facets.all) : words.none)}
      </p>
      {facets.shown.length === 0 && (
        <Button variant="default" className={classes.clear} onClick={clear}>
          {words.clear}
        </Button>
      )}
      {modal}
    </FacetsContext>
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
