import { Box, VisuallyHidden } from '@mantine/core'
import { IconBriefcase, IconBuilding, IconFileText, IconSearch, IconShieldCheck } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { isModifiedClick } from '#platform/web/link/is-modified-click.ts'
import { MarkedText } from '#platform/web/marked-text.tsx'
import { messages } from '../messages.ts'
import type { ResultRow, Target } from './found-rows.ts'
import { markText } from './mark-text.ts'
import classes from './result-list.module.css'
import type { ResultGroup } from './result-rows.ts'
import type { FindState } from './use-find.ts'

type OnOpen = (target: Target, isNewTab: boolean) => void
type ResultListProps = { id: string; find: FindState; onOpen: OnOpen }

export const rowElementId = (listId: string, row: ResultRow) => `${listId}-${row.id}`

/** The groups of rows. The pointer highlights a row, too. */
export function ResultList({ id, find, onOpen }: ResultListProps) {
  const { groups, active, text, highlight, hold, isFailed, isNothingFound, isTooShort, isNumberNeeded } = find
  const activeId = active && rowElementId(id, active)
  const list = useRef<HTMLDivElement>(null)
  const isFirst = active === groups[0]?.rows[0]
  useEffect(() => {
    const row = activeId ? document.getElementById(activeId) : null
    if (list.current && row) showWithin(list.current, row, isFirst)
  }, [activeId, isFirst])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={messages.results}
      tabIndex={-1}
      className={classes.list}
      onPointerDown={hold}
      data-short={isFailed || isNothingFound || isTooShort || isNumberNeeded || undefined}
    >
      {groups.map((group) => (
        <Group
          key={group.label}
          id={id}
          group={group}
          active={active}
          onOpen={onOpen}
          typed={text}
          onPoint={(row) => row.id !== active?.id && highlight(row.id)}
        />
      ))}
    </div>
  )
}

/** Scrolls only the list, and to its heading for the first row. */
function showWithin(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement, isFirst: boolean) {
  const end = offsetTop + offsetHeight
  if (isFirst) list.scrollTop = 0
  else if (offsetTop < list.scrollTop) list.scrollTop = offsetTop
  else if (end > list.scrollTop + list.clientHeight) list.scrollTop = end - list.clientHeight
}

type GroupProps = {
  id: string
  group: ResultGroup
  active: ResultRow | undefined
  typed: string
  onOpen: OnOpen
  onPoint: (row: ResultRow) => void
}

function Group({ id, group: { label, rows, hasMore }, active, typed, onOpen, onPoint }: GroupProps) {
  const headingId = `${id}-${label.replaceAll(/\s/g, '-')}`
  return (
    <Box role="group" aria-labelledby={headingId}>
      <div id={headingId} className={classes.heading}>
        <span>{label}</span>
        {hasMore && <span>{messages.first(rows.length)}</span>}
      </div>
      {rows.map((row) => (
        <Row
          key={row.id}
          id={rowElementId(id, row)}
          row={row}
          typed={typed}
          isActive={row === active}
          onOpen={onOpen}
          onPoint={() => onPoint(row)}
        />
      ))}
    </Box>
  )
}

const icons = {
  case: IconBriefcase,
  authorization: IconShieldCheck,
  page: IconFileText,
  client: IconBuilding,
  search: IconSearch,
} as const

type RowProps = {
  id: string
  row: ResultRow
  typed: string
  isActive: boolean
  onOpen: OnOpen
  onPoint: () => void
}

/**
 * A row is a link, so that the browser's own ways to open one in a new tab work. A client and a filled form have no
 * address.
 */
function Row({ id, row, typed, isActive, onOpen, onPoint }: RowProps) {
  const { kind, title, detail, aside, target, isMarked, authorization } = row
  const Icon = icons[kind]
  const press = (event: MouseEvent) => {
    const isNewTab = isModifiedClick(event)
    if (isNewTab && 'href' in target) return
    event.preventDefault()
    onOpen(target, isNewTab)
  }
  const shown = (text: string) => (isMarked ? <Marked text={text} typed={typed} /> : text)
  return (
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={'href' in target ? target.href : undefined}
      className={classes.row}
      data-active={isActive || undefined}
      onClick={press}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
    >
      <span className={classes.icon} data-pending={authorization?.isPending || undefined}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.texts}>
        <span className={classes.title}>
          {shown(title)}
          {'isNewTab' in target && target.isNewTab && <VisuallyHidden> {messages.newTab}</VisuallyHidden>}
        </span>
        {detail && <span className={classes.detail}>{shown(detail)}</span>}
      </span>
      {aside && (
        <span className={classes.aside}>
          {aside.map((line) => (
            <span key={line}>{shown(line)}</span>
          ))}
        </span>
      )}
    </a>
  )
}

const Marked = ({ text, typed }: { text: string; typed: string }) => (
  <MarkedText parts={markText(text, typed)} />
)
