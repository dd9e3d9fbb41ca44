import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useObjectUrl } from '#platform/web/use-object-url.ts'
import { messages } from '../messages.ts'
import classes from './vob.module.css'

type VobPreviewProps = {
  picture: Blob
  providerName: string
  creation: { isPending: boolean; isSuccess: boolean }
  /** The letter's number, once the letter has been issued. */
  number: string | undefined
  onOpen: (number: string) => void
  onCreate: () => void
  onBack: () => void
  onAnother: () => void
  onClose: () => void
}

/** The preview, with buttons to create the letter or go back. */
export function VobPreview({
  picture,
  providerName,
  creation,
  number,
  onCreate,
  ...handlers
}: VobPreviewProps) {
  const address = useObjectUrl(picture)
  const paper = useRef<HTMLElement>(null)
  useEffect(() => paper.current?.focus(), [])
  return (
    <>
      <section ref={paper} tabIndex={0} aria-label={messages.preview} className={classes.paper}>
        {address && <img src={address} alt={messages.previewOf(providerName)} className={classes.picture} />}
      </section>
      <Group justify="flex-end" mt="md" className={classes.buttons}>
        <Text role="status" mr="auto">
          {creation.isSuccess && (number ? messages.issued(number) : messages.openingDocument)}
        </Text>
        <Button variant="default" onClick={handlers.onBack} disabled={creation.isPending}>
          {messages.back}
        </Button>
        {creation.isSuccess ? (
          <>
            {number && (
              <Button variant="default" onClick={() => handlers.onOpen(number)}>
                {messages.openAgain}
              </Button>
            )}
            <Button variant="default" onClick={handlers.onAnother}>
              {messages.another}
            </Button>
            <Button onClick={handlers.onClose}>{messages.close}</Button>
          </>
        ) : (
          <Button onClick={onCreate} loading={creation.isPending}>
            {messages.create}
          </Button>
        )}
      </Group>
    </>
  )
}
