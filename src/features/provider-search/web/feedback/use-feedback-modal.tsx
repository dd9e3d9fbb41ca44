import type { Provider, SearchInfo } from '#provider-search/contract.ts'
import { messages } from '#provider-search/messages.ts'
import { useLazyModal } from '../use-lazy-modal.tsx'

const loadForm = async () => (await import('./feedback-modal.tsx')).FeedbackModal

/** Opens the feedback form, if the search accepts feedback. Form and captcha load on first use. */
export function useFeedbackModal({ code, feedback }: SearchInfo) {
  const { open, modal } = useLazyModal(loadForm, messages.feedback.failed)
  const giveFeedback = ({ name }: Provider) => open({ code, name })
  return { giveFeedback: feedback ? giveFeedback : undefined, feedbackModal: modal }
}
