import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type BusyButtonProps = Omit<ButtonProps, 'loading'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & { isBusy: boolean }

/**
 * A button that shows when what it started is running, and ignores clicks until then. It is never disabled then: a
 * disabled button would lose the focus, and a dialog around it the keyboard.
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
