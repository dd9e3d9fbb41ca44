import { ActionIcon, CloseButton, Modal } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messages } from '../../document-messages.ts'
import { ApiError } from '../api-client.ts'
import pdf from '../pdf/pdf.module.css'
import { PdfViewer } from '../pdf/pdf-viewer.tsx'
import { Spinner } from '../spinner.tsx'
import { DocumentError, documentErrorTitle } from './document-error.tsx'
import classes from './document-modal.module.css'
import { type Document, type RequestTicket, withTicket } from './document-window.ts'
import { openedDocument } from './fetch-document.ts'

const texts = messages.viewer

type DocumentModalProps = {
  document: Document
  requestTicket: RequestTicket
  onOpenWindow: () => void
  onClose: () => void
}

/** A document over the page from which it was opened. */
export function DocumentModal({ document, requestTicket, onOpenWindow, onClose }: DocumentModalProps) {
  const [attempt, setAttempt] = useState(0)
  const getPost = async () => ({ state: 'made', post: await withTicket(document, requestTicket) }) as const
  const { data, error } = useQuery({
    queryKey: ['document', document, attempt],
    queryFn: ({ signal }) => openedDocument(getPost, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isSessionOver = error instanceof ApiError && error.status === 401
  const actions = (
    <span className={classes.actions}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={texts.openWindow}
        title={texts.openWindow}
        onClick={onOpenWindow}
      >
        <IconExternalLink size={20} aria-hidden />
      </ActionIcon>
      <CloseButton size={36} iconSize={20} aria-label={texts.close} title={texts.close} onClick={onClose} />
    </span>
  )
  return (
    <Modal.Root
      opened={!isSessionOver}
      onClose={onClose}
      size={960}
      classNames={{ inner: classes.inner, content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={texts.label}>
        {data?.state === 'shown' ? (
          <PdfViewer
            file={data}
            surface="dialog"
            actions={actions}
            broken={<p className={classes.message}>{messages.refused.unreadable}</p>}
          />
        ) : (
          <Message title={error ? documentErrorTitle(error) : messages.preparing} actions={actions}>
            {error ? (
              <DocumentError
                error={error}
                remedies={texts.remedies}
                onRetry={() => setAttempt(attempt + 1)}
              />
            ) : (
              <Spinner label={messages.preparing} />
            )}
          </Message>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

type MessageProps = { title: string; actions: ReactNode; children: ReactNode }

const Message = ({ title, actions, children }: MessageProps) => (
  <>
    <div className={pdf.header}>
      <h2 className={pdf.title}>{title}</h2>
      {actions}
    </div>
    <div className={classes.message}>{children}</div>
  </>
)
