import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { Provider, SearchInfo } from '#provider-search/contract.ts'
import { messages } from '#provider-search/messages.ts'
import { useLazyModal } from '../use-lazy-modal.tsx'

const words = messages.providerEmail
const loadForm = async () => (await import('./email-modal.tsx')).EmailModal

type EmailSelectedProps = { search: SearchInfo; areSelected: boolean; selected: () => Provider[] }

/** A button that emails the selected providers; its form loads on first use. */
export function EmailButton({ search: { code }, areSelected, selected }: EmailSelectedProps) {
  const { open, modal } = useLazyModal(loadForm, words.failed)
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
        disabled={!areSelected}
        onClick={() => open({ code, hashes: selected().map(({ hash }) => hash) })}
      >
        {words.action}
      </Button>
      {modal}
    </>
  )
}
