import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { ConfirmModal } from '#platform/web/confirm-modal.tsx'
import { messages } from '../messages.ts'
import { stepUpPath, stepUpReason } from '../rules.ts'
import { redirectToSignIn } from './authentication.tsx'

/** Whether a call failed because it demands a recent, strong sign-in. */
export const isStepUpDemand = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.problem?.reason === stepUpReason

type StepUp = ReturnType<typeof useStepUp>

/** The question before a sign-in that a call demands. `onLeave` keeps what the page needs when it opens again. */
export function useStepUp(onLeave?: () => void) {
  const [isAsked, setAsked] = useState(false)
  const { location: current } = useRouter().state
  return {
    isAsked,
    ask: () => setAsked(true),
    decline: () => setAsked(false),
    confirm: () => {
      onLeave?.()
      redirectToSignIn(current.href, 'assign', stepUpPath)
    },
  }
}

/** Asks whether to sign in again; the children say why and what happens afterward. */
export const StepUpConfirm = ({ stepUp, children }: { stepUp: StepUp; children: ReactNode }) => (
  <ConfirmModal
    opened={stepUp.isAsked}
    title={messages.stepUp.title}
    yes={messages.stepUp.yes}
    no={messages.stepUp.no}
    onYes={stepUp.confirm}
    onNo={stepUp.decline}
  >
    {children}
  </ConfirmModal>
)
