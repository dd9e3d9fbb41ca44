import { useMounted } from '@mantine/hooks'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { NoticeModal } from '#platform/web/notice-modal.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import type { SearchValues } from './search-values.ts'
import type { Question } from './use-search-flow.ts'

type SearchQuestionsProps = {
  question: Question | undefined
  sentences: SearchInfo['messages']
  onClose: () => void
  onProceed: (instead: SearchValues) => void
}

/**
 * The modals of a search: too little to search for, a place to be asked elsewhere, a search that still runs. They are
 * there closed first: a modal gives the focus back only where it saw itself opened.
 */
export function SearchQuestions({ question: asked, sentences, onClose, onProceed }: SearchQuestionsProps) {
  const question = useMounted() ? asked : undefined
  return (
    <>
      <NoticeModal opened={question?.kind === 'invalid'} title={messages.invalidTitle} onClose={onClose}>
        {sentences.invalidSearch}
      </NoticeModal>
      <NoticeModal
        opened={question?.kind === 'disclaimer'}
        title={messages.disclaimerTitle}
        onClose={onClose}
      >
        {messages.disclaimer}
      </NoticeModal>
      <ConfirmModal
        opened={question?.kind === 'stillRunning'}
        title={messages.stillRunningTitle}
        onNo={onClose}
        onYes={() => question?.kind === 'stillRunning' && onProceed(question.instead)}
      >
        {messages.stillRunning}
      </ConfirmModal>
    </>
  )
}
