import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatWait } from '#authorizations/rules.ts'
import { compareDecimals, formatMoney } from '#platform/contract/money.ts'
import { messages as platform } from '#platform/messages.ts'
import type { Figures, Savings } from '../contract.ts'
import { messages } from '../messages.ts'
import { CardLink, type LinkTarget } from './card.tsx'
import { formatMonth, formatWholeMoney, isLongWait } from './format.ts'
import { Sparkline } from './sparkline.tsx'
import tilesClasses from './tiles.module.css'
import classes from './today.module.css'

const tileKeys = ['pending', 'newCases', 'saved', 'bills'] as const
type TileKey = (typeof tileKeys)[number]

/** The page that lists what a tile counts; null if no page does. Without an entry, the tile is not shown. */
export type TileLinks = Partial<Record<TileKey, LinkTarget | null>>

type TilesProps = {
  figures: UseQueryResult<Figures>
  currency: string | undefined
  links: TileLinks
  /** The first day of the savings. */
  savedSince: string
}

/** The key figures with their change and history. */
export function Tiles({ figures, currency, links, savedSince }: TilesProps) {
  const labels: Record<TileKey, string> = {
    ...messages.tiles,
    saved: messages.savedSince(formatMonth(savedSince)),
  }
  return (
    <section className={tilesClasses.tileSection} aria-label={messages.figures}>
      <ul className={tilesClasses.tiles}>
        {tileKeys.map((key) => {
          const link = links[key]
          const { data } = figures
          if (link === undefined) return null
          return (
            <li key={key}>
              {data ? (
                <Tile link={link}>
                  <span className={tilesClasses.label}>{labels[key]}</span>
                  {renderFigure(key, data, currency)}
                </Tile>
              ) : (
                <TilePlaceholder label={labels[key]} figures={figures} />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const Tile = ({ link, children }: { link: LinkTarget | null; children: ReactNode }) =>
  link ? (
    <CardLink {...link} className={tilesClasses.tile}>
      {children}
    </CardLink>
  ) : (
    <div className={tilesClasses.tile}>{children}</div>
  )

/** A tile without a figure: it is loading, or failed to load. */
function TilePlaceholder({ label, figures }: { label: string; figures: UseQueryResult<Figures> }) {
  return (
    <div className={tilesClasses.tile}>
      <span className={tilesClasses.label}>{label}</span>
      {figures.isError ? (
        <>
          <span className={tilesClasses.figure}>–</span>
          <span className={tilesClasses.note}>
            <VisuallyHidden>{messages.figureFailed}</VisuallyHidden>
            <Button size="compact-sm" variant="default" onClick={() => void figures.refetch()}>
              {platform.tryAgain}
              <VisuallyHidden> ({label})</VisuallyHidden>
            </Button>
          </span>
        </>
      ) : (
        <span className={classes.late} role="status">
          <VisuallyHidden>{messages.loading(label)}</VisuallyHidden>
          <Skeleton width={88}>
            <span className={tilesClasses.figure}>{'\u00a0'}</span>
          </Skeleton>
          <span className={tilesClasses.note}>
            <Skeleton height={12} width={136} />
          </span>
        </span>
      )}
    </div>
  )
}

function renderFigure(key: TileKey, data: Figures, currency: string | undefined): ReactNode {
  if (key === 'pending') return data.pending && <PendingFigure {...data.pending} />
  if (key === 'newCases') return data.newCases && <WeeklyFigure history={data.newCases} shape="line" />
  if (key === 'bills')
    return data.billsProcessed && <WeeklyFigure history={data.billsProcessed} shape="bars" />
  return <SavedFigure savings={data.savings?.find((each) => each.currency === currency)} />
}

/** The text of a weekly history, for people who do not see the picture. */
const describeWeeks = (history: readonly number[]) =>
  messages.weeklyHistory(history.map((number) => number.toLocaleString('en-US')).join(', '))

function PendingFigure({ history, oldestMinutes }: NonNullable<Figures['pending']>) {
  const [before = 0, current = 0] = history.slice(-2)
  return (
    <>
      <FigureLine figure={current.toLocaleString('en-US')}>
        <Sparkline values={history} shape="line" description={describeWeeks(history)} />
      </FigureLine>
      <span className={tilesClasses.note}>
        <Change by={current - before} /> <span>{messages.sinceLastWeek}</span>
        {oldestMinutes !== null && (
          <span className={classes.pill} data-long={isLongWait(oldestMinutes) || undefined}>
            {messages.oldest(formatWait(oldestMinutes))}
          </span>
        )}
      </span>
    </>
  )
}

function WeeklyFigure({ history, shape }: { history: readonly number[]; shape: 'line' | 'bars' }) {
  const [before = 0, current = 0] = history.slice(-2)
  return (
    <>
      <FigureLine figure={current.toLocaleString('en-US')}>
        <Sparkline values={history} shape={shape} description={describeWeeks(history)} />
      </FigureLine>
      <span className={tilesClasses.note}>
        <Change by={current - before} /> <span>{messages.weekBefore(before.toLocaleString('en-US'))}</span>
      </span>
    </>
  )
}

/** The savings in one currency; none if no bill was processed. */
function SavedFigure({ savings }: { savings: Savings | undefined }) {
  if (!savings)
    return (
      <>
        <FigureLine figure="0" />
        <span className={tilesClasses.note}>{messages.nothingSaved}</span>
      </>
    )
  const { currency, saved, charges, savedPercent, previousPercent, months } = savings
  const exact = messages.savedExactly(formatMoney(saved, currency), formatMoney(charges, currency))
  const byMonth = months.map((each) => `${formatMonth(each.month)} ${formatWholeMoney(each.saved, currency)}`)
  const values = months.map((each) => Math.max(0, Number(each.saved)))
  return (
    <>
      <FigureLine figure={formatWholeMoney(saved, currency)} isSaving={compareDecimals(saved, '0') > 0}>
        <Sparkline
          values={values}
          shape="savings"
          description={`${exact} ${messages.monthlySavings(byMonth.join(', '))}`}
        />
      </FigureLine>
      <span className={tilesClasses.note}>
        {savedPercent !== null && <span className={classes.share}>{messages.ofCharges(savedPercent)}</span>}{' '}
        {previousPercent !== null && <span>{messages.percentBefore(previousPercent)}</span>}
      </span>
    </>
  )
}

type FigureLineProps = { figure: string; isSaving?: boolean; children?: ReactNode }

const FigureLine = ({ figure, isSaving = false, children }: FigureLineProps) => (
  <span className={tilesClasses.figureLine}>
    <span className={tilesClasses.figure} data-saving={isSaving || undefined}>
      {figure}
    </span>
    {children}
  </span>
)

/** A change with an arrow; more is neither good nor bad. */
function Change({ by }: { by: number }) {
  if (by === 0) return <span className={tilesClasses.change}>{messages.unchanged}</span>
  const number = Math.abs(by).toLocaleString('en-US')
  const Arrow = by > 0 ? IconArrowUp : IconArrowDown
  return (
    <span className={tilesClasses.change}>
      <Arrow size={14} stroke={2} aria-hidden />
      <span aria-hidden>{number}</span>
      <VisuallyHidden>{by > 0 ? messages.up(number) : messages.down(number)}</VisuallyHidden>
    </span>
  )
}
