import { Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { messages } from '../../messages.ts'
import classes from './combo-box.module.css'
import { ComboButton } from './combo-button.tsx'
import type { Choice } from './filter-options.ts'
import { ChoiceList } from './option-list.tsx'
import { type Combo, useCombo } from './use-combobox.ts'

type ComboBoxProps = {
  id?: string
  label: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  /** What to show for a value that the choices do not have. */
  unlisted?: string
  placeholder?: string
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  loading?: boolean
  inputRef?: (input: HTMLInputElement | null) => void
  /** Text that matches no choice is dropped when this changes, as after a reset of the form. */
  resetKey?: unknown
}

/**
 * A field that offers choices: typing filters them, arrows walk, Enter and Tab take the highlighted one. On leaving,
 * an exact or only match is taken; other text stays visible with an error, and nothing is chosen.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, choices, value, onChange, disabled = false, loading = false } = props
  const combo = useCombo({ choices, value, loading, onChange, resetKey: props.resetKey })
  const unmatched = combo.unmatched && choices.length > 0 && messages.choice.unmatched(combo.unmatched)
  const store = useCombobox({ opened: combo.opened, onOpenedChange: (opened) => !opened && combo.leave() })
  const listId = useId()
  const note = noteBelow(props, combo)
  const chosen = choices.find((choice) => choice.value === value)?.label ?? props.unlisted ?? ''
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
          data-unmatched={combo.unmatched ? true : undefined}
          disabled={disabled}
          withAsterisk={props.required}
          role="combobox"
          aria-required={props.required}
          aria-expanded={combo.opened}
          aria-autocomplete="list"
          aria-controls={combo.opened ? listId : undefined}
          aria-activedescendant={combo.opened && combo.active >= 0 ? `${listId}-${combo.active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          onClick={combo.open}
          onChange={(event) => combo.type(event.currentTarget.value)}
          // Text replaced by the same text is an input, but no change: it opens the list all the same.
          onInput={(event) => combo.type(event.currentTarget.value)}
          onKeyDown={combo.press}
          onBlur={combo.leave}
          rightSection={
            <ComboButton
              label={label}
              loading={loading}
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
        <ChoiceList
          id={listId}
          value={value}
          shown={combo.shown}
          active={combo.active}
          onChoose={combo.choose}
        />
        {note && <Combobox.Empty>{note}</Combobox.Empty>}
      </Combobox.Dropdown>
      <VisuallyHidden role="status">
        {combo.opened ? (note ?? messages.choice.count(countOf(combo.shown))) : unmatched}
      </VisuallyHidden>
    </Combobox>
  )
}

/** What is said below the choices: that more are on their way, or why there are none. */
function noteBelow({ choices, loading, error }: ComboBoxProps, { shown, typed }: Combo): string | undefined {
  if (loading) return messages.choice.loading
  if (shown.length > 0 || (error && choices.length === 0)) return undefined
  return typed ? messages.choice.nothingFits : messages.choice.none
}

const countOf = (shown: readonly Choice[]) => shown.filter(({ disabled }) => !disabled).length
