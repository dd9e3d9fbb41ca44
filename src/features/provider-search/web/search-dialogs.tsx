import { useMounted } from '@mantine/hooks'
import { ConfirmModal, NoticeModal } from '#platform/web/confirm-modal.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../detailed-messages.ts'
import type { SearchValues } from './search-values.ts'
import type { SearchDialog } from './use-search-flow.ts'

type SearchDialogsProps = {
  dialog: SearchDialog | undefined
  messageTexts: SearchInfo['messages']
  onClose: () => void
  onProceed: (instead: SearchValues) => void
}

/**
 * The dialogs of a search: incomplete search, territory disclaimer, search still running. They mount closed
 * because a dialog restores the focus only if it was already mounted when it opened.
 */
export function SearchDialogs({ dialog: requested, messageTexts, onClose, onProceed }: SearchDialogsProps) {
  const dialog = useMounted() ? requested : undefined
  return (
    <>
      <NoticeModal opened={dialog?.kind === 'incomplete'} title={messages.invalidTitle} onClose={onClose}>
        {messageTexts.invalidSearch}
      </NoticeModal>
      <NoticeModal opened={dialog?.kind === 'disclaimer'} title={messages.disclaimerTitle} onClose={onClose}>
        {messages.disclaimer}
      </NoticeModal>
      <ConfirmModal
        opened={dialog?.kind === 'stillRunning'}
        title={messages.stillRunningTitle}
        onNo={onClose}
        onYes={() => dialog?.kind === 'stillRunning' && onProceed(dialog.replacement)}
      >
        {messages.stillRunning}
      </ConfirmModal>
    </>
  )
}
