import { Button } from '@mantine/core'
import { messages } from '../../document-messages.ts'
import { isDocumentWindow } from './open-document.ts'

/** Closes a window that was opened for a document; a browser lets a page close no other. */
export const CloseButton = () =>
  isDocumentWindow() && (
    <Button variant="default" onClick={() => window.close()}>
      {messages.close}
    </Button>
  )
