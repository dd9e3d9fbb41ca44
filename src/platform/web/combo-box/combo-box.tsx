import {
  CloseButton,
  Combobox,
  Loader,
  TextInput,
  type TextInputProps,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode, useDeferredValue, useEffect, useId } from 'react'
import { messages } from '../../messages.ts'
import classes from './combo-box.module.css'
import { listInputProps } from './list-input-props.ts'
import type { ComboBoxOption } from './option-search.ts'
import { type ComboBoxState, type Suggestions, useComboBox } from './use-combo-box.ts'

type ComboBoxProps = Suggestions & {
  id?: string
  label: string
  options: readonly ComboBoxOption[]
  value: string
  onChange: (value: string) => void
  /** The text to show for a value that has no option. */
  unlisted?: string
  placeholder?: string
  error?: ReactNode
  /** What to know about the chosen value. */
  description?: ReactNode
  disabled?: boolean
  required?: boolean
  loading?: boolean
  inputRef?: (input: HTMLInputElement | null) => void
  /** Discards unmatched text when this changes, for example after a form reset. */
  resetKey?: unknown
}

/**
 * A field with options: typing filters, arrow keys move, Enter and Tab choose the highlighted option, once pending
 * suggestions have arrived. On blur, an exact or sole match is chosen; other text stays visible with an error and chooses
 * nothing.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, options, value, onChange, disabled = false, loading = false } = props
  const combo = useComboBox({ resetKey: undefined, ...props, loading })
  const unmatched = combo.unmatched && options.length > 0 && messages.choice.unmatched(combo.unmatched)
  const store = useCombobox({ opened: combo.opened, onOpenedChange: (opened) => !opened && combo.leave() })
  const listId = useId()
  const note = noteBelow(props, combo)
  const chosen = options.find((choice) => choice.value === value)?.label ?? props.unlisted ?? ''
  return (
    <Combobox
      store={store}
      keepMounted={false}
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      middlewares={{ flip: true, shift: true }}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          ref={props.inputRef}
          id={props.id}
          label={label}
          value={combo.typed ?? chosen}
          placeholder={loading ? messages.choice.loading : props.placeholder}
          error={unmatched || props.error}
          description={props.description}
          inputWrapperOrder={wrapperOrder}
          data-unmatched={combo.unmatched ? true : undefined}
          disabled={disabled}
          withAsterisk={props.required}
          {...listInputProps({ listId, opened: combo.opened, active: combo.active })}
          aria-required={props.required}
          onFocus={(event) => event.currentTarget.select()}
          onClick={combo.open}
          onChange={(event) => combo.type(event.currentTarget.value)}
          // Replacing text with the same text is an input event but not a change. The list opens anyway.
          onInput={(event) => combo.type(event.currentTarget.value)}
          onKeyDown={combo.onKeyDown}
          onBlur={combo.leave}
          rightSection={
            <ComboButton
              label={label}
              loading={loading || (combo.isWaiting && !combo.opened)}
              disabled={disabled}
              clears={value !== '' || Boolean(combo.unmatched)}
              onClear={() => {
                combo.close()
                if (value !== '') onChange('')
              }}
            />
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <OptionList
          id={listId}
          value={value}
          shown={combo.shown}
          active={combo.active}
          onChoose={combo.choose}
        />
        {note && <Combobox.Empty>{note}</Combobox.Empty>}
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {combo.opened ? (note ?? messages.choice.count(countLabel(combo.shown))) : unmatched}
      </VisuallyHidden>
    </Combobox>
  )
}

const wrapperOrder: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

/** The message below the options: loading, or why there are none. */
function noteBelow(
  { options, loading, error }: ComboBoxProps,
  { shown, typed, isWaiting }: ComboBoxState,
): string | undefined {
  if (loading || (isWaiting && shown.length === 0)) return messages.choice.loading
  if (shown.length > 0 || (error && options.length === 0)) return undefined
  return typed ? messages.choice.nothingFits : messages.choice.none
}

const countLabel = (shown: readonly ComboBoxOption[]) => shown.filter(({ disabled }) => !disabled).length

type ComboButtonProps = {
  label: string
  loading: boolean
  disabled: boolean
  clears: boolean
  onClear: () => void
}

/** The control at the end of a combo box: a spinner while loading, a clear button, or an arrow. */
function ComboButton({ label, loading, disabled, clears, onClear }: ComboButtonProps) {
  if (loading) return <Loader size={16} aria-hidden />
  if (!clears || disabled)
    return <IconChevronDown className={classes.arrow} size={18} stroke={1.75} aria-hidden />
  return (
    <CloseButton
      size="sm"
      tabIndex={-1}
      aria-label={messages.choice.clear(label)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    />
  )
}

type OptionListProps = {
  id: string
  value: string
  shown: readonly ComboBoxOption[]
  active: number
  onChoose: (place: number) => void
}

/** More options than fit on any screen. */
const firstGlance = 40

/** The options of a combo box: the visible ones at once, up to a thousand a moment later. */
function OptionList({ id, value, shown, active, onChoose }: OptionListProps) {
  const drawn = useDeferredValue(shown, shown.slice(0, firstGlance))
  const count = drawn.length
  useEffect(() => {
    const line = active < count ? document.getElementById(`${id}-${active}`) : null
    if (line?.parentElement) showWithin(line.parentElement, line)
  }, [id, active, count])
  const choose = ({ target }: MouseEvent) => {
    const place = (target as HTMLElement).closest<HTMLElement>('[data-place]')?.dataset.place
    if (place !== undefined) onChoose(Number(place))
  }
  return (
    <Combobox.Options id={id} aria-label={messages.choice.offered} className={classes.list} onClick={choose}>
      {drawn.map((choice, place) => (
        <ChoiceLine
          key={choice.value}
          id={`${id}-${place}`}
          place={place}
          label={choice.label}
          isHeading={choice.disabled ?? false}
          isChosen={choice.value === value}
          isActive={place === active}
        />
      ))}
    </Combobox.Options>
  )
}

/** Scrolls only the list, not the page. */
function showWithin(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement) {
  const end = offsetTop + offsetHeight
  if (offsetTop < list.scrollTop) list.scrollTop = offsetTop
  else if (end > list.scrollTop + list.clientHeight) list.scrollTop = end - list.clientHeight
}

type ChoiceLineProps = {
  id: string
  place: number
  label: string
  isHeading: boolean
  isChosen: boolean
  isActive: boolean
}

const ChoiceLine = memo(function ChoiceLine({
  id,
  place,
  label,
  isHeading,
  isChosen,
  isActive,
}: ChoiceLineProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-place={place}
      data-active={isActive || undefined}
      aria-selected={isChosen}
      aria-disabled={isHeading || undefined}
      className={isHeading ? classes.heading : classes.choice}
    >
      {label}
    </div>
  )
})
