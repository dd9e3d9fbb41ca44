import { Button } from '@mantine/core'
import { IconMaximize, IconPhotoDown, IconPrinter, IconShare } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { openWithoutTicket, WindowBlockedError } from '#platform/web/document/document-window.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import type { IdCard, Language } from '../contract.ts'
import { createCardImage, createCardRequest } from './card-image.ts'
import classes from './card-panel.module.css'
import { useTexts } from './use-texts.ts'

type CardActionsProps = { card: IdCard; language: Language; onShowToProvider: () => void }

/** What someone can do with their card. */
export function CardActions({ card, language, onShowToProvider }: CardActionsProps) {
  const { text } = useTexts()
  const { run, running, status } = useCardImage(card, language)
  const print = () => {
    try {
      openWithoutTicket(createCardRequest(card))
    } catch (error) {
      if (!(error instanceof WindowBlockedError)) throw error
      showError(text.around.documents.windowBlocked)
    }
  }
  return (
    <div className={classes.actions}>
      <Button size="lg" leftSection={<IconMaximize size={22} aria-hidden />} onClick={onShowToProvider}>
        {text.shown.toProvider}
      </Button>
      <BusyButton
        variant="default"
        leftSection={<IconPhotoDown size={20} aria-hidden />}
        isBusy={running === 'save'}
        onClick={() => run('save')}
      >
        {text.shown.save}
      </BusyButton>
      {canShareImages() && (
        <BusyButton
          variant="default"
          leftSection={<IconShare size={20} aria-hidden />}
          isBusy={running === 'share'}
          onClick={() => run('share')}
        >
          {text.shown.share}
        </BusyButton>
      )}
      <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={print}>
        {text.shown.print}
      </Button>
      <p role="status">{status}</p>
    </div>
  )
}

/** Whether this browser can pass an image to other apps. */
function canShareImages(): boolean {
  const files = [new File([], 'card.png', { type: 'image/png' })]
  return 'canShare' in navigator && navigator.canShare({ files })
}

type Use = 'save' | 'share'
/** What happened to the image; a browser may require another click before it shares. */
type Result = 'saved' | 'shared' | 'ready'

/** Saves or shares an image of a card, which is created once for each language. */
function useCardImage(card: IdCard, language: Language) {
  const { text } = useTexts()
  const [image, setImage] = useState<{ key: string; file: File }>()
  const key = JSON.stringify([card, language])
  const { mutate, variables, isPending, data, error } = useMutation({
    mutationFn: async (use: Use): Promise<Result> => {
      const file =
        image?.key === key ? image.file : await createCardImage(card, language, new AbortController().signal)
      setImage({ key, file })
      return use === 'save' ? saveFile(file) : shareFile(file)
    },
  })
  const messages: Record<Result, string> = {
    saved: text.shown.saved,
    shared: '',
    ready: text.shown.shareAgain,
  }
  const isBlocked = error instanceof ApiError && error.status === 429
  const { title, pageAdvice } = text.cardErrors.tooManyCards
  const failure = isBlocked ? `${title} ${pageAdvice}` : text.shown.imageFailed
  return {
    run: (use: Use) => !isPending && mutate(use),
    running: isPending ? variables : undefined,
    status: isPending ? text.shown.preparing : error ? failure : data && messages[data],
  }
}

function saveFile(file: File): Result {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
  return 'saved'
}

async function shareFile(file: File): Promise<Result> {
  try {
    await navigator.share({ files: [file] })
    return 'shared'
  } catch (error) {
    const { name } = error as Error
    if (name === 'AbortError') return 'shared'
    // Creating the image took so long that the browser no longer connects it with the click.
    if (name === 'NotAllowedError') return 'ready'
    throw error
  }
}
