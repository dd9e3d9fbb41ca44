import { Box, CloseButton, Combobox, Loader, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { messages } from '../../messages.ts'
import classes from './combo-box.module.css'
import { listInputProps } from './list-input-props.ts'

/** A suggestion with an optional second line and text at its end. */
export type Suggestion = {
  value: string
  label: string
  detail?: string | undefined
  end?: string | undefined
}

/** Suggestions under a heading. */
export type SuggestionGroup = { label: string; options: readonly Suggestion[] }

/** How a suggestion was chosen. */
export type ChosenBy = 'Enter' | 'Tab' | 'click'

type SuggestionBoxProps = {
  id: string
  label: string
  placeholder: string
  icon: ReactNode
  text: string
  /** Whether the text was typed since the last choice, so that Enter and Tab choose. */
  isTyped: boolean
  onType: (text: string) => void
  groups: readonly SuggestionGroup[]
  onChoose: (value: string, by: ChosenBy) => void
  /** Whether suggestions for the last letter are still on their way. The previous ones stay until they arrive. */
  pending: boolean
  /** Whether an empty field opens the list when it takes the focus. */
  opensEmpty?: boolean
  /** A message instead of the number of suggestions. */
  note?: string | undefined
  error?: ReactNode
  inputMode?: 'numeric' | undefined
  maxLength?: number
  inputRef?: RefObject<HTMLInputElement | null>
}

/** `moved` is the value of the suggestion to which an arrow key moved. `taken` waits for suggestions to choose the first. */
type State = { opened: boolean; moved?: string | undefined; taken?: ChosenBy }

const closed: State = { opened: false }

/**
 * A text field with suggestions in groups. While text is typed, the first one is highlighted: Enter and Tab choose it.
 * Arrow keys move, Escape closes the list. Text without a choice stays as it is.
 */
export function SuggestionBox(props: SuggestionBoxProps) {
  const { text, groups, pending } = props
  const box = useSuggestions(props)
  const { opened, active, open } = box
  const listId = useId()
  const store = useCombobox({ opened, onOpenedChange: (isOpen) => !isOpen && box.close() })
  return (
    <Combobox
      store={store}
      keepMounted={false}
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      middlewares={{ flip: false, shift: true }}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          ref={props.inputRef}
          id={props.id}
          label={props.label}
          placeholder={props.placeholder}
          value={text}
          error={props.error}
          leftSection={props.icon}
          {...listInputProps({ listId, opened, active })}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          onFocus={(event) => {
            event.currentTarget.select()
            if (props.opensEmpty && text === '') open()
          }}
          onClick={open}
          onChange={(event) => {
            open()
            props.onType(event.currentTarget.value)
          }}
          onKeyDown={box.onKeyDown}
          onBlur={box.onBlur}
          rightSection={<BoxButton {...props} />}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options
          id={listId}
          aria-label={messages.choice.suggested}
          className={classes.suggestions}
          onClick={(event) => {
            const index = findClickedIndex(event)
            if (index !== undefined) box.choose(index, 'click')
          }}
        >
          {groups.map((group, index) => (
            <Group
              key={group.label}
              {...group}
              id={listId}
              start={groups.slice(0, index).reduce((sum, before) => sum + before.options.length, 0)}
              active={active}
            />
          ))}
        </Combobox.Options>
        {props.note && <Combobox.Empty>{props.note}</Combobox.Empty>}
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {opened && !pending ? (props.note ?? messages.choice.suggestions(box.count)) : ''}
      </VisuallyHidden>
    </Combobox>
  )
}

/** Whether the list is open, which suggestion is highlighted, and what the keys do. */
function useSuggestions({ isTyped, groups, note, pending, onChoose }: SuggestionBoxProps) {
  const [state, setState] = useState(closed)
  const options = groups.flatMap((group) => group.options)
  const opened = state.opened && (options.length > 0 || Boolean(note) || pending)
  const movedTo = options.findIndex(({ value }) => value === state.moved)
  const active = movedTo < 0 && isTyped ? Math.min(0, options.length - 1) : movedTo
  const close = () => setState(closed)
  const choose = (index: number, by: ChosenBy) => {
    const option = options[index]
    close()
    if (option) onChoose(option.value, by)
  }
  useOnceArrived(pending, () => state.taken && choose(0, state.taken))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const from = active < 0 && step < 0 ? 0 : active
      const next = state.opened ? (from + step + options.length) % options.length : active
      setState({ opened: true, moved: options[next]?.value })
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation()
      close()
    } else if ((event.key === 'Enter' || event.key === 'Tab') && opened && (isTyped || movedTo >= 0)) {
      if (event.key === 'Enter') event.preventDefault()
      if (pending && movedTo < 0) setState({ opened: event.key === 'Enter', taken: event.key })
      else choose(active, event.key)
    }
  }
  return {
    opened,
    active,
    count: options.length,
    choose,
    close,
    onKeyDown,
    open: () => setState({ opened: true }),
    onBlur: () => setState((before) => (before.taken ? { ...before, opened: false } : closed)),
  }
}

/** The spinner while suggestions are on their way to an empty list, or the button that clears the text. */
function BoxButton({ label, text, pending, onType, groups }: SuggestionBoxProps) {
  if (pending && groups.length === 0) return <Loader size={16} aria-hidden />
  if (text === '') return null
  return (
    <CloseButton
      size="sm"
      tabIndex={-1}
      aria-label={messages.choice.clear(label)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onType('')}
    />
  )
}

/** The index of the clicked option; undefined if the click hit none. */
function findClickedIndex({ target }: MouseEvent): number | undefined {
  const index = (target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? undefined : Number(index)
}

function useOnceArrived(pending: boolean, choose: () => void) {
  const onArrival = useEffectEvent(choose)
  useEffect(() => {
    if (!pending) onArrival()
  }, [pending])
}

type GroupProps = SuggestionGroup & { id: string; start: number; active: number }

function Group({ label, options, id, start, active }: GroupProps) {
  return (
    <Box role="group" aria-labelledby={`${id}-group-${start}`}>
      <div id={`${id}-group-${start}`} role="presentation" className={classes.heading}>
        {label}
      </div>
      {options.map((option, index) => (
        <div
          key={option.value}
          id={`${id}-${start + index}`}
          role="option"
          tabIndex={-1}
          data-index={start + index}
          data-active={start + index === active || undefined}
          aria-selected={start + index === active}
          className={classes.suggestion}
        >
          <span>
            {option.label}
            {option.detail && <small>{option.detail}</small>}
          </span>
          {option.end && <span className={classes.end}>{option.end}</span>}
        </div>
      ))}
    </Box>
  )
}
