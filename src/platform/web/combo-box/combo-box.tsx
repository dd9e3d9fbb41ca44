import { Combobox, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { messages } from '../../messages.ts'
import { ChoiceList } from './choice-list.tsx'
import type { Choice } from './choices.ts'
import classes from './combo-box.module.css'
import { ComboButton } from './combo-button.tsx'
import { type Combo, useCombo } from './use-combo.ts'

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
}

/** A field that offers choices: typing filters them, arrows walk, and leaving it keeps the last valid choice. */
export function ComboBox(props: ComboBoxProps) {
  const { label, choices, value, onChange, disabled = false, loading = false } = props
  const combo = useCombo({ choices, value, loading, onChange })
  const store = useCombobox({ opened: combo.opened, onOpenedChange: (opened) => !opened && combo.close() })
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
          error={props.error}
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
          onKeyDown={combo.press}
          onBlur={combo.leave}
          rightSection={
            <ComboButton
              label={label}
              loading={loading}
              disabled={disabled}
              clears={value !== ''}
              onClear={() => onChange('')}
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
        {combo.opened ? (note ?? messages.choice.count(countOf(combo.shown))) : ''}
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
