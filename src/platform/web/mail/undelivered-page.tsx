import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { listUndeliveredMail, sendMailAgain } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { call } from '../call.ts'
import { showError } from '../error-notice.tsx'
import { PlainPage } from '../plain-page.tsx'
import { MailList } from './mail-list.tsx'
import { MailTable } from './mail-table.tsx'

const words = messages.mail

/** Mail that did not arrive: internal staff see why, and send it again once the reason is gone. */
export function UndeliveredPage() {
  const query = useQuery({
    queryKey: ['undelivered-mail'],
    queryFn: ({ signal }) => call(listUndeliveredMail, {}, signal),
    select: ({ mails }) => mails,
  })
  const sending = useMutation({
    mutationFn: (id: string) => call(sendMailAgain, { id }),
    onSuccess: () => query.refetch(),
    onError: () => showError(words.sendAgainFailed),
  })
  return (
    <PlainPage isWide title={words.undelivered}>
      <p>{words.undeliveredAdvice}</p>
      <MailList query={query} failed={words.undeliveredFailed} empty={words.allDelivered}>
        {(mails) => (
          <MailTable
            mails={mails}
            label={words.undelivered}
            action={({ id, subject, to }) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={words.sendNamedAgain(subject, to)}
                disabled={sending.isPending}
                onClick={() => sending.mutate(id)}
              >
                {words.sendAgain}
              </Button>
            )}
          />
        )}
      </MailList>
    </PlainPage>
  )
}
