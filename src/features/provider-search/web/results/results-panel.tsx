import { use, useCallback, useId, useRef, useState } from 'react'
import { useScreenMatch } from '#platform/web/page/use-screen.ts'
import { ListPager } from '#platform/web/table/list-pager.tsx'
import type { Provider, SearchInfo } from '#provider-search/contract.ts'
import { nameLanguage } from '#provider-search/describe-details.ts'
import { messages } from '#provider-search/result-messages.ts'
import { MapSection, useLazyMap } from '../map/map-section.tsx'
import type { SearchCircle } from '../search-request.ts'
import type { SearchValues } from '../search-values.ts'
import { useLazyModal } from '../use-lazy-modal.tsx'
import { describeCenter, nameCenter } from './describe-search.ts'
import { FacetBar, useFilterDialog } from './facet-bar.tsx'
import { type Facets, useFacets } from './list-facets.ts'
import { PhoneHead } from './phone-head.tsx'
import { TypedName } from './provider-name.tsx'
import { firstNumber, ResultCards, ResultTable } from './result-list.tsx'
import { ResultToolbar } from './result-toolbar.tsx'
import classes from './results.module.css'
import { type OpenRowForm, OpenRowFormContext, RowActionContext } from './row-action.tsx'
import { type ResultsTable, useResultTable } from './use-result-table.tsx'
import { useMapListSync, useShortlist, useView, type View } from './use-results-view.ts'
import viewClasses from './view-toggle.module.css'

/** Creates the list of the names of languages, which takes as long as drawing a page of results. */
export const loadLanguageNames = () => void nameLanguage('en')

type ResultsProps = {
  search: SearchInfo
  submitted: SearchValues
  shown: Provider[]
  /** The limit on results, if it was exceeded. */
  limit: number | undefined
  circle: SearchCircle | undefined
  onSearch: (values: SearchValues) => void
}

/**
 * The number of page buttons at each end and on each side of the current page (first specification,
 * section 9).
 */
const pagesOfMap = { boundaries: 2, siblings: 2 }

/** A phone, also on its side. */
const phone = 'screen and (max-width: 768px), screen and (max-height: 480px)'
/** As in the styles of the results. */
const roomForMap = '(min-width: 1024px), (min-width: 700px) and (max-height: 480px)'

/**
 * The providers of a search. Table, cards and map share the table's order, page and selection. The map has cards
 * next to it on wide screens and below it on others. The list never waits for the map.
 */
export function ResultsPanel({ search, submitted, shown, limit, circle, onSearch }: ResultsProps) {
  const container = useRef<HTMLDivElement>(null)
  const facets = useFacets(shown, search.unit)
  const table = useResultTable(facets.shown, search, submitted)
  const isPhone = useScreenMatch(phone)
  const isWide = useScreenMatch(roomForMap)
  const { view, choose } = useView(isPhone)
  const lazyMap = useLazyMap(view === 'map')
  const mapSync = useMapListSync(choose)
  const listSync = lazyMap.isMissing ? undefined : mapSync
  const center = nameCenter(circle)
  const shortlist = useResultShortlist(search, center)
  const { giveFeedback, feedbackModal } = useFeedbackModal(search)
  const { openForm, forms } = useRowForms()
  const hasTable = !isPhone && (view === 'list' || lazyMap.isMissing)
  const links = { mapSync: listSync, onFeedback: giveFeedback, shortlist }
  const map = view === 'map' && (
    <MapSection
      key="map"
      lazyMap={lazyMap}
      rows={table.getRowModel().rows}
      firstNumber={firstNumber(table)}
      unit={search.unit}
      circle={circle}
      isPhone={isPhone}
      mapSync={mapSync}
      areaSearch={{ search, submitted, onSearch }}
    />
  )
  const cards = !hasTable && <ResultCards key="cards" table={table} search={search} {...links} />
  const changeable = { ...facets, ...withFirstPage(facets, table) }
  const { filterDialog, openFilters } = useFilterDialog(changeable)
  const filters = { facets: changeable, onOpen: openFilters }
  const about = { table, search, submitted, limit, filters: facets.chosen, center }
  // The keys keep the state of both, such as an open dialog or the printed sheet, when a resize swaps them.
  const toolbar = <ResultToolbar key="toolbar" {...about} hasColumns={hasTable} isPhone={isPhone} />
  const list = (
    <OpenRowFormContext key="list" value={openForm}>
      <div className={cards && map && !lazyMap.isMissing ? classes.withMap : classes.list}>
        {isWide ? [cards, map] : [map, cards]}
      </div>
      {hasTable && <ResultTable table={table} {...links} />}
    </OpenRowFormContext>
  )
  return (
    <TypedName value={submitted.name}>
      <div ref={container} className={classes.results}>
        {limit && (
          <p role="status" className={classes.warning}>
            {messages.moreThan(limit)}
          </p>
        )}
        {isPhone && (
          <PhoneHead
            table={table}
            search={search}
            submitted={submitted}
            circle={circle}
            found={shown}
            {...filters}
          />
        )}
        <DistanceNote submitted={submitted} circle={circle} unit={search.unit} />
        {!isPhone && <FacetBar {...filters} />}
        {!isPhone && <ViewToggle view={view} onChoose={choose} />}
        {isPhone ? [list, toolbar] : [toolbar, list]}
        <ListPager
          table={table}
          label={messages.pages}
          isNarrow={isPhone}
          top={() => container.current?.closest('section')}
          {...(view === 'map' && !lazyMap.isMissing && pagesOfMap)}
        />
        {filterDialog}
        {feedbackModal}
        {forms}
      </div>
    </TypedName>
  )
}

type DistanceNoteProps = Pick<ResultsProps, 'submitted' | 'circle'> & Pick<SearchInfo, 'unit'>

/** Says where distances are measured from, unless it is the typed street address, or that this address was not used. */
function DistanceNote({ submitted, circle, unit }: DistanceNoteProps) {
  if (!circle)
    return submitted.address ? <p className={classes.measured}>{messages.streetUnused}</p> : undefined
  if (circle.precision === 'address') return undefined
  return (
    <p className={classes.measured}>
      {submitted.address
        ? messages.notFound('street address')
        : submitted.zipCode && circle.precision === 'city' && messages.notFound('ZIP code')}
      {describeCenter(circle, unit)}
    </p>
  )
}

/** The shortlist. It keeps with each provider where its distance is measured from. */
function useResultShortlist({ code }: SearchInfo, center: ReturnType<typeof nameCenter>) {
  const { has, toggle } = useShortlist(code)
  return { has, toggle: (provider: Provider) => toggle(provider, center) }
}

/** The changes of the facets, each of which returns to the first page. */
function withFirstPage({ toggle, drop, clear }: Facets, table: ResultsTable) {
  const after =
    <Arguments extends unknown[]>(change: (...input: Arguments) => void) =>
    (...input: Arguments) => {
      change(...input)
      table.setPageIndex(0)
    }
  return { toggle: after(toggle), drop: after(drop), clear: after(clear) }
}

const choices: { value: View; label: string }[] = [
  { value: 'list', label: messages.listView },
  { value: 'map', label: messages.mapView },
]

/** Switches between list and map. */
export function ViewToggle({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={messages.view} className={viewClasses.views}>
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} checked={view === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </div>
  )
}

/**
 * The open forms of the row action. They live outside the rows, so input survives a change of view or page. Closing a
 * form restores the focus to its opener, if that still exists.
 */
export function useRowForms() {
  const action = use(RowActionContext)
  const [providers, setProviders] = useState<readonly Provider[]>([])
  const [opened, setOpened] = useState<string>()
  const opener = useRef<HTMLElement>(null)
  const openForm: OpenRowForm = useCallback((provider, from) => {
    opener.current = from
    setProviders((others) => [...others.filter(({ hash }) => hash !== provider.hash), provider])
    setOpened(provider.hash)
  }, [])
  const forms =
    action &&
    providers.map((provider) => (
      <action.Form
        key={provider.hash}
        provider={provider}
        opened={opened === provider.hash}
        onClose={() => setOpened(undefined)}
        onClosed={() => opener.current?.focus()}
      />
    ))
  return { openForm, forms }
}

const loadFeedbackForm = async () => (await import('../feedback/feedback-modal.tsx')).FeedbackModal

/** Opens the feedback form, if the search accepts feedback. Form and captcha load on first use. */
function useFeedbackModal({ code, feedback }: SearchInfo) {
  const { open, modal } = useLazyModal(loadFeedbackForm, messages.feedback.failed)
  const giveFeedback = ({ name }: Provider) => open({ code, name })
  return { giveFeedback: feedback ? giveFeedback : undefined, feedbackModal: modal }
}
