import { Button } from '@mantine/core'
import { Spinner } from '#platform/web/spinner.tsx'
import type { Provider } from '#provider-search/contract.ts'
import { messages } from '#provider-search/messages.ts'
import type { Unit } from '#provider-search/rules.ts'
import type { ResultRow } from '../results/use-result-table.tsx'
import type { Circle } from '../search-request.ts'
import classes from './map-view.module.css'
import type { useLazyMap } from './use-lazy-map.ts'
import type { MapListSync } from './use-map-list-sync.ts'

type MapViewProps = {
  code: ReturnType<typeof useLazyMap>
  rows: ResultRow[]
  unit: Unit
  circle: Circle | undefined
  isNarrow: boolean
  moves: MapListSync
  /** Opens the feedback form for a provider, if the search accepts feedback. */
  onFeedback?: ((provider: Provider) => void) | undefined
}

/** The map of a page of results, a placeholder while it loads, and a notice if it is incomplete. */
export function MapSection({ code, rows, unit, circle, isNarrow, moves, onFeedback }: MapViewProps) {
  const { ProviderMap, mapProblem } = code
  return (
    <>
      {mapProblem && (
        <div role="status" className={classes.notice}>
          <span>{mapProblem === 'unsupported' ? messages.mapUnsupported : messages.mapIncomplete}</span>
          {mapProblem === 'incomplete' && (
            <Button size="compact-md" variant="default" onClick={code.tryAgain}>
              {messages.tryAgain}
            </Button>
          )}
        </div>
      )}
      {!code.isMissing && (
        <div className={classes.frame}>
          {ProviderMap ? (
            <ProviderMap
              key={code.attempt}
              rows={rows}
              unit={unit}
              circle={circle}
              needsTwoFingers={isNarrow}
              opened={moves.opened}
              onOpen={moves.setOpened}
              onShowInList={moves.showInList}
              onFeedback={onFeedback}
              onError={code.report}
            />
          ) : (
            <Spinner label={messages.loadingMap} />
          )}
        </div>
      )}
    </>
  )
}
