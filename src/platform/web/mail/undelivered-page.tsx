import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { listUndeliveredMail, sendMailAgain } from '../../contract.ts'
import { messages } from '../../mail-messages.ts'
import { call } from '../api-client.ts'
import { showError } from '../error-notice.tsx'
import { StaticPage } from '../static-page.tsx'
import { MailList, MailTable } from './mail-table.tsx'

/** Undelivered mail: internal staff see the reason and can send it again. */
export function UndeliveredPage() {
  const query = useQuery({
    queryKey: ['undelivered-mail'],
    queryFn: ({ signal }) => call(listUndeliveredMail, {}, signal),
    select: ({ mails }) => mails,
  })
  const sending = useMutation({
    mutationFn: (id: string) => call(sendMailAgain, { id }),
    onSuccess: () => query.refetch(),
    onError: () => showError(messages.sendAgainFailed),
  })
  return (
    <StaticPage isWide title={messages.undelivered}>
      <p>{messages.undeliveredAdvice}</p>
      <MailList query={query} failed={messages.undeliveredFailed} empty={messages.allDelivered}>
        {(mails) => (
          <MailTable
            mails={mails}
            label={messages.undelivered}
            exportedAs={{ list: 'undelivered-mail', criteria: {} }}
            rowAction={{
              label: messages.sendAgain,
              render: ({ id, subject, to }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={messages.sendNamedAgain(subject, to)}
                  disabled={sending.isPending}
                  onClick={() => sending.mutate(id)}
                >
                  {messages.sendAgain}
                </Button>
              ),
            }}
          />
        )}
      </MailList>
    </StaticPage>
  )
}
