import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type BusyButtonProps = Omit<ButtonProps, 'loading'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { isBusy: boolean }

/**
 * A button that shows that its action is running, and ignores clicks until it ends. It is not disabled during that time: a
 * disabled button would lose the focus, and the dialog around it the keyboard.
 */
export const BusyButton = ({ isBusy, disabled, ...props }: BusyButtonProps) => (
  <Button
    {...props}
    disabled={disabled}
    loading={isBusy}
    renderRoot={({ onClick, ...root }) => (
      <button
        {...root}
        disabled={disabled && !isBusy}
        aria-disabled={isBusy || undefined}
        onClick={isBusy ? (event) => event.preventDefault() : onClick}
      />
    )}
  />
)
