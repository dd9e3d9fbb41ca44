import { CloseButton, Loader } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { messages } from '../../messages.ts'
import classes from './combo-box.module.css'

type ComboButtonProps = {
  label: string
  loading: boolean
  disabled: boolean
  clears: boolean
  onClear: () => void
}

/** The control at the end of a combo box: a spinner while loading, a clear button, or an arrow. */
export function ComboButton({ label, loading, disabled, clears, onClear }: ComboButtonProps) {
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
