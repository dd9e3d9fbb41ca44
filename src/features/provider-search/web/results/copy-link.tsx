import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { messages } from '../../messages.ts'
import classes from './copy-link.module.css'

/**
 * Copies the URL, which contains the search except for the street, and shows a confirmation until the button
 * loses focus.
 */
export function CopyLink({ hasStreet }: { hasStreet: boolean }) {
  const [status, setStatus] = useState('')
  const copied = hasStreet ? messages.linkCopiedWithoutStreet : messages.linkCopied
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      setStatus(copied)
    } catch {
      setStatus(messages.linkNotCopied)
    }
  }
  return (
    <div className={classes.link}>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
        onClick={copy}
        onBlur={() => setStatus('')}
      >
        {messages.copyLink}
      </Button>
      <span role="status" className={classes.status}>
        {status}
      </span>
    </div>
  )
}
