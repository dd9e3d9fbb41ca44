import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { Skeleton } from '#platform/web/content-states.tsx'
import type { RequestTicket } from '#platform/web/document/document-request.ts'
import type { Provider } from '#provider-search/contract.ts'
import { getVobData, type VobForm, type VobOptions, vobForm } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Field, fields, listOptions } from '../rules.ts'
import { useVobPatient, type VobPatient } from './vob-storage.ts'
import { VobWizard } from './vob-wizard.tsx'

/** The client for whom letters are issued: its name, and its codes joined by commas. */
export type VobClient = { name: string; codes: string }

type VobModalProps = {
  provider: Provider
  searchCode: string
  client: VobClient
  /** Identifies the person and the client. */
  owner: string
  requestTicket: RequestTicket
  opened: boolean
  onClose: () => void
  /** Called after the closing transition. */
  onClosed: () => void
}

/**
 * The Create VOB modal. It loads the client's options, then shows the form and the preview. Each opening retries a
 * failed load. The modal keeps its state between openings until the user starts another letter.
 */
export function VobModal({ provider, searchCode, client, owner, requestTicket, ...props }: VobModalProps) {
  const { opened, onClose, onClosed } = props
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
  const letter = useLetter(owner)
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
          requestTicket={requestTicket}
          key={letter.key}
          initial={prefillForm(provider, searchCode, options.data, letter.patient)}
          vobOptions={options.data}
          longComplaint={letter.patient?.longComplaint}
          clientName={client.name}
          onIssued={letter.finish}
          onAnother={letter.begin}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

/**
 * The letter of the form: its patient, if it is for a case, and a key that changes with the letter. An issued letter
 * keeps its patient until the user starts another one, which has none; a canceled patient leaves the form at once.
 */
function useLetter(owner: string) {
  const { patient: stored, removePatient } = useVobPatient(owner)
  const [count, setCount] = useState(1)
  const [issuedFor, setIssuedFor] = useState<{ patient: VobPatient | undefined }>()
  const { patient } = issuedFor ?? { patient: stored }
  return {
    patient,
    key: `${count} ${patient?.incidentNumber ?? ''}`,
    finish: () => {
      setIssuedFor({ patient })
      removePatient()
    },
    begin: () => {
      setIssuedFor(undefined)
      setCount(count + 1)
    },
  }
}

/**
 * Returns the initial form values: the directory's data, the option of every select that has only one, and the patient
 * of the case.
 */
export function prefillForm(
  provider: Provider,
  searchCode: string,
  options: VobOptions,
  patient?: VobPatient,
): VobForm {
  const { addressOne, addressTwo, city, state, zipcode, networkCode } = provider
  return vobForm.parse({
    ...selectSingleOptions(options),
    ...patient,
    providerName: provider.name,
    providerContact: provider.contact ?? '',
    providerPhone: provider.phone ?? '',
    providerTaxId: provider.tin ?? '',
    providerAddress: [addressOne, addressTwo].filter(Boolean).join(', '),
    providerCityStateZip: [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    providerFax: provider.fax ?? '',
    sincerely: options.sincerely,
    ProviderDiscountNetwork: networkCode,
    ProviderSearchType: networkCode,
    ProviderSearchCode: searchCode,
    ProviderHash: provider.hash,
  })
}

function selectSingleOptions(options: VobOptions): Partial<Record<Field, string>> {
  const only = fields.map((field) => [field, Object.keys(listOptions(field, options) ?? {})] as const)
  return Object.fromEntries(
    only.filter(([, keys]) => keys.length === 1).map(([field, [key]]) => [field, key]),
  )
}
