import { CloseButton, Modal, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { messages } from '../messages.ts'
import classes from './find-palette.module.css'
import type { OpenTarget, Target } from './found-rows.ts'
import { ResultList, rowElementId } from './result-list.tsx'
import { ResultPreview } from './result-preview.tsx'
import { type FindOptions, type FindState, useFind } from './use-find.ts'

type OnOpen = (target: Target, isNewTab: boolean) => void

type FindPaletteProps = FindOptions & {
  onOpen: (target: OpenTarget, isNewTab: boolean) => void
  /** Returns what was typed before the field had the focus. */
  takeTyped: () => string
  /** Called when the person closes the palette. */
  onClose: () => void
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }

/** Finds cases, authorizations, pages and clients while the person types. */
export function FindPalette({ onOpen: openTarget, onClose, takeTyped, ...options }: FindPaletteProps) {
  const find = useFind(options)
  const listId = useId()
  const onOpen: OnOpen = (target, isNewTab) =>
    'allClients' in target ? find.leaveClient() : openTarget(target, isNewTab)
  return (
    <Modal.Root opened onClose={onClose} transitionProps={{ duration: 0 }} padding={0}>
      <Modal.Overlay />
      <Modal.Content
        aria-label={messages.title}
        classNames={{ content: classes.content, inner: classes.inner }}
      >
        <Modal.Body className={classes.body}>
          <Field find={find} listId={listId} takeTyped={takeTyped} onOpen={onOpen} onClose={onClose} />
          <div className={classes.progress} data-waiting={find.isWaiting || undefined} />
          <Status find={find} />
          <div className={classes.panes}>
            <ResultList id={listId} find={find} onOpen={onOpen} />
            <ResultPreview row={find.active} hold={find.hold} onOpen={onOpen} />
          </div>
          <Foot />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type FieldProps = {
  find: FindState
  listId: string
  takeTyped: () => string
  onOpen: OnOpen
  onClose: () => void
}

function Field({ find, listId, takeTyped, onOpen, onClose }: FieldProps) {
  const { active, move, rows } = find
  const enter = useEnter(find, onOpen)
  const isComposing = useRef(false)
  const press = (event: KeyboardEvent) => {
    if (isComposing.current) return
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      move(step)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      enter.press(event.ctrlKey || event.metaKey)
    }
  }
  return (
    <div className={classes.field}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <input
        data-autofocus
        role="combobox"
        aria-label={messages.field}
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && rowElementId(listId, active)}
        className={classes.input}
        placeholder={messages.placeholder}
        value={find.typed}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        onFocus={() => {
          const early = takeTyped()
          if (early) find.change(find.typed + early)
        }}
        onChange={(event) => {
          enter.forget()
          find.change(event.currentTarget.value)
        }}
        onKeyDown={press}
        onCompositionStart={() => {
          isComposing.current = true
        }}
        onCompositionEnd={() => {
          isComposing.current = false
        }}
      />
      <kbd className={classes.escape} aria-hidden>
        {messages.keys.escape}
      </kbd>
      <CloseButton className={classes.close} size="lg" aria-label={messages.close} onClick={onClose} />
    </div>
  )
}

/**
 * Opens the highlighted row. If results are on their way, the rows belong to an earlier text, so the key press waits for
 * them. It then opens the first row or the one that the person had moved to, if there still is one.
 */
function useEnter({ active, movedTo, latest, isWaiting }: FindState, onOpen: OnOpen) {
  const pressed = useRef<{ isNewTab: boolean; rowId: string | undefined }>(undefined)
  const forget = () => {
    pressed.current = undefined
  }
  const openPressed = useEffectEvent(() => {
    if (!pressed.current) return
    const { isNewTab, rowId } = pressed.current
    const row = rowId === undefined ? latest.rows[0] : latest.rows.find(({ id }) => id === rowId)
    forget()
    if (row && !latest.isFailed) onOpen(row.target, isNewTab)
  })
  useEffect(() => {
    if (!isWaiting) openPressed()
  }, [isWaiting])
  const press = (isNewTab: boolean) => {
    if (isWaiting) pressed.current = { isNewTab, rowId: movedTo }
    else if (active) onOpen(active.target, isNewTab)
  }
  return { press, forget }
}

/** What the results are, for everyone; their number, for screen readers. */
function Status({ find }: { find: FindState }) {
  const { text, latest, canSearch, isWaiting, isFailed, isTooShort, isNothingFound } = find
  const { isNumberNeeded, isAllClients } = find
  const line =
    (isFailed && messages.failed) ||
    (isNumberNeeded && messages.numberNeeded) ||
    (isNothingFound && messages.none(text)) ||
    (isTooShort && messages.short) ||
    (isAllClients && text !== '' && messages.acrossClients)
  const found = text && !isNothingFound && !isNumberNeeded ? messages.count(latest.rows.length) : ''
  const count = isWaiting ? messages.searching : found
  return (
    <div role="status" className={classes.status}>
      {line && (
        <p className={classes.line} data-failed={isFailed || undefined}>
          {line}
        </p>
      )}
      {line && isNothingFound && canSearch && <p className={classes.line}>{messages.noneAdvice}</p>}
      {!line && isWaiting && (
        <p className={classes.searching} aria-hidden>
          {messages.searching} …
        </p>
      )}
      <VisuallyHidden>{count}</VisuallyHidden>
    </div>
  )
}

const { keys } = messages

/** The keys, on wide screens. */
const Foot = () => (
  <div className={classes.foot} aria-hidden>
    <span>
      <kbd>↑</kbd>
      <kbd>↓</kbd> {keys.move}
    </span>
    <span>
      <kbd>{keys.enter}</kbd> {keys.open}
    </span>
    <span>
      <kbd>{keys.control}</kbd>
      <kbd>{keys.enter}</kbd> {keys.newTab}
    </span>
    <span className={classes.hint}>{messages.hint}</span>
  </div>
)
