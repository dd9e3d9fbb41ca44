import { Button } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Provider, SearchInfo } from '#provider-search/contract.ts'
import { messages } from '../messages.ts'
import classes from './vob.module.css'
import type { VobClient } from './vob-client.ts'

const VobModal = lazy(() => import('./vob-modal.tsx').then((module) => ({ default: module.VobModal })))

/** Create VOB, for each provider of a search: what its column is called, and what stands in it. */
export function vobAction(search: SearchInfo, client: () => VobClient) {
  const Cell = ({ provider }: { provider: Provider }) => (
    <VobCell provider={provider} searchCode={search.code} client={client} />
  )
  return { label: messages.title, Cell }
}

type VobCellProps = { provider: Provider; searchCode: string; client: () => VobClient }

/** The way to the form; or why there is none. What was typed stays for as long as the row does. */
function VobCell({ provider, searchCode, client }: VobCellProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'untouched' | 'opened' | 'closed'>('untouched')
  if (provider.hideVOB) return <span className={classes.message}>{provider.vobMessage}</span>
  return (
    <>
      <Button
        ref={button}
        variant="default"
        size="compact-sm"
        aria-label={messages.createFor(provider.name)}
        onClick={() => setState('opened')}
      >
        {messages.create}
      </Button>
      {state !== 'untouched' && (
        <Suspense>
          <VobModal
            provider={provider}
            searchCode={searchCode}
            client={client()}
            opened={state === 'opened'}
            onClose={() => setState('closed')}
            onClosed={() => button.current?.focus()}
          />
        </Suspense>
      )}
    </>
  )
}
