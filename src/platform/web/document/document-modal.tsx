import { ActionIcon, CloseButton, Modal, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messages, staffMessages } from '../../document-messages.ts'
import { ApiError } from '../api-client.ts'
import { Spinner } from '../content-states.tsx'
import { useCombination } from '../page/use-combination.ts'
import pdf from '../pdf/pdf.module.css'
import { PdfTool } from '../pdf/pdf-toolbar.tsx'
import { PdfViewer } from '../pdf/pdf-viewer.tsx'
import { DocumentError, documentErrorTitle } from './document-error.tsx'
import classes from './document-modal.module.css'
import { type DocumentRequest, type RequestTicket, withTicket } from './document-request.ts'
import { loadDocument } from './fetch-document.ts'

const text = staffMessages.viewer

type DocumentPagerProps = {
  /** The documents that can be read one after another. */
  list: readonly DocumentRequest[]
  index: number
  onMove: (index: number) => void
}

type DocumentModalProps = DocumentPagerProps & {
  requestTicket: RequestTicket
  onOpenWindow: (request: DocumentRequest) => void
  onClose: () => void
}

/** A document over the page from which it was opened. */
export function DocumentModal({ requestTicket, onOpenWindow, onClose, ...pager }: DocumentModalProps) {
  const [attempt, setAttempt] = useState(0)
  const request = pager.list[pager.index] as DocumentRequest
  const { data, error } = useQuery({
    queryKey: ['document', request, attempt],
    queryFn: async ({ signal }) => loadDocument(await withTicket(request, requestTicket), signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isSessionOver = error instanceof ApiError && error.status === 401
  const actions = (
    <span className={classes.actions}>
      {pager.list.length > 1 && <DocumentPager {...pager} />}
      <ActionIcon
        variant="default"
        size={36}
        aria-label={text.openWindow}
        title={text.openWindow}
        onClick={() => onOpenWindow(request)}
      >
        <IconExternalLink size={20} aria-hidden />
      </ActionIcon>
      <CloseButton size={36} iconSize={20} aria-label={text.close} title={text.close} onClick={onClose} />
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
      <Modal.Content aria-label={text.label}>
        {data?.state === 'pdf' ? (
          <PdfViewer
            key={pager.index}
            file={data}
            surface="dialog"
            actions={actions}
            broken={<p className={classes.message}>{messages.refused.unreadable}</p>}
          />
        ) : (
          <Message
            key={pager.index}
            title={error ? documentErrorTitle(error) : messages.preparing}
            actions={actions}
          >
            {error ? (
              <DocumentError error={error} remedies={text.remedies} onRetry={() => setAttempt(attempt + 1)} />
            ) : (
              <Spinner label={messages.preparing} />
            )}
          </Message>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Moves through the documents of a list, with buttons or with Alt and a page key. */
function DocumentPager({ list, index, onMove }: DocumentPagerProps) {
  const move = (steps: 1 | -1) => list[index + steps] && onMove(index + steps)
  useCombination('Alt', 'PageUp', () => move(-1))
  useCombination('Alt', 'PageDown', () => move(1))
  return (
    <span className={classes.pager}>
      <PdfTool label={text.previous} keys="Alt+PageUp" isOff={index === 0} onUse={() => move(-1)}>
        <IconChevronLeft size={20} aria-hidden />
      </PdfTool>
      <span>
        <VisuallyHidden>{text.label} </VisuallyHidden>
        {text.position(index + 1, list.length)}
      </span>
      <PdfTool label={text.next} keys="Alt+PageDown" isOff={index === list.length - 1} onUse={() => move(1)}>
        <IconChevronRight size={20} aria-hidden />
      </PdfTool>
    </span>
  )
}

type MessageProps = { title: string; actions: ReactNode; children: ReactNode }

function Message({ title, actions, children }: MessageProps) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Moving to another document removes the focused part of the last one.
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div className={pdf.header}>
        <h2 className={pdf.title}>{title}</h2>
        {actions}
      </div>
      <div ref={content} tabIndex={-1} className={classes.message}>
        {children}
      </div>
    </>
  )
}
