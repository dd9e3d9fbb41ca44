import { Button, Group, Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { messages } from '../../messages.ts'
import classes from './search-form.module.css'

type SearchButtonsProps = { isRunning: boolean; onReset: () => void; onCancel: () => void }

/** The Search and Reset buttons; while a search runs, also its progress and a Cancel button. */
export function SearchButtons({ isRunning, onReset, onCancel }: SearchButtonsProps) {
  const group = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLButtonElement>(null)
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (isRunning && !wasRunning.current) group.current?.scrollIntoView({ block: 'nearest' })
    wasRunning.current = isRunning
  }, [isRunning])
  const cancel = () => {
    search.current?.focus()
    onCancel()
  }
  return (
    <Group ref={group} className={classes.buttons}>
      <Button ref={search} type="submit">
        {messages.search}
      </Button>
      <Button variant="default" onClick={onReset}>
        {messages.reset}
      </Button>
      {isRunning && (
        <div className={classes.running}>
          <Loader size={20} aria-hidden />
          <span>{messages.searching}</span>
          <Button variant="subtle" onClick={cancel}>
            {messages.cancel}
          </Button>
        </div>
      )}
    </Group>
  )
}
