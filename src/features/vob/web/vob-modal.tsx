import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { Skeleton } from '#platform/web/skeleton.tsx'
import type { Provider } from '#provider-search/contract.ts'
import { getVobData } from '../contract.ts'
import { messages } from '../messages.ts'
import { prefillForm } from './prefill-form.ts'
import type { VobClient } from './vob-client.ts'
import { VobWizard } from './vob-wizard.tsx'

type VobModalProps = {
  provider: Provider
  searchCode: string
  client: VobClient
  opened: boolean
  onClose: () => void
  /** Called after the closing transition. */
  onClosed: () => void
}

/**
 * The Create VOB modal. It loads the client's options, then shows the form and the preview. Each opening retries a
 * failed load. The modal keeps its state between openings until the user starts another letter.
 */
export function VobModal({ provider, searchCode, client, opened, onClose, onClosed }: VobModalProps) {
  const request = { providerSearchType: provider.networkCode, client: client.codes }
  const options = useQuery({
    queryKey: ['vob-options', request, client.name],
    queryFn: ({ signal }) => call(getVobData, request, signal),
  })
  const { isError, refetch } = options
  const isFailed = isError && !options.isFetching
  const reload = useEffectEvent(() => {
    if (isError) void refetch()
  })
  useEffect(() => {
    if (opened) reload()
  }, [opened])
  const [letter, setLetter] = useState(1)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={messages.title}
      size={1080}
      closeOnClickOutside={false}
      keepMounted
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      {!options.data && !isFailed && <Skeleton label={messages.loading} heights={[60, 160, 160, 100]} />}
      {isFailed && (
        <Stack align="start">
          <Text role="alert">{messages.optionsFailed}</Text>
          <Button onClick={() => void refetch()}>{messages.tryAgain}</Button>
        </Stack>
      )}
      {options.data && (
        <VobWizard
          key={letter}
          initial={prefillForm(provider, searchCode, options.data)}
          vobOptions={options.data}
          clientName={client.name}
          onAnother={() => setLetter(letter + 1)}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
