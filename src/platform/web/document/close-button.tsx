import { Button } from '@mantine/core'
import { messages } from '../../document-messages.ts'
import { isDocumentWindow } from './document-window.ts'

/** Closes a document window; browsers let a page close only windows that scripts opened. */
export const CloseButton = () =>
  isDocumentWindow() && (
    <Button variant="default" onClick={() => window.close()}>
      {messages.close}
    </Button>
  )
