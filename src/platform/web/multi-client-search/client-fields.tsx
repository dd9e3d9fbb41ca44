import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { messages } from '#platform/messages.ts'
import type { AvailableClients, Client, ClientSelection } from './client-selection.ts'
import classes from './multi-client-search.module.css'

const text = clientSearchMessages

type ClientFieldsProps = {
  offer: AvailableClients
  values: ClientSelection
  errors: { clients?: string }
  change: (changes: Partial<ClientSelection>) => void
  fieldId: (field: 'clients') => string
}

/** The client selection: the only client, all of them, or some from a dual list. */
export function ClientFields({ offer, values, errors, change, fieldId }: ClientFieldsProps) {
  const { clients, isFailed, retry } = offer
  if (!clients)
    return (
      <div role="status" className={classes.clientsLoading}>
        {isFailed ? text.clientsFailed : text.clientsLoading}
        {isFailed && (
          <Button variant="default" onClick={retry}>
            {messages.tryAgain}
          </Button>
        )}
      </div>
    )
  const [only, ...others] = clients
  if (only && others.length === 0)
    return <NativeSelect label={text.client} data={[{ value: only.code, label: only.name }]} />
  return (
    <fieldset className={classes.clients}>
      <legend>{text.clients}</legend>
      <Checkbox
        id={values.allClients ? fieldId('clients') : undefined}
        label={text.allClients}
        checked={values.allClients}
        onChange={(event) => change({ allClients: event.currentTarget.checked })}
      />
      {!values.allClients && (
        <DualListbox
          id={fieldId('clients')}
          clients={clients}
          chosen={values.clients}
          error={errors.clients}
          onChange={(chosen) => change({ clients: chosen })}
        />
      )}
    </fieldset>
  )
}

type DualListboxProps = {
  /** The element ID of the list of available clients. */
  id: string
  clients: readonly Client[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/**
 * Available and selected clients side by side. Highlighted clients are moved with a button, Enter or a double
 * click.
 */
function DualListbox({ id, clients, chosen, error, onChange }: DualListboxProps) {
  const all = clients.map(({ code }) => code)
  const isChosen = ({ code }: Client) => chosen.includes(code)
  const errorId = useId()
  return (
    <div className={classes.twoLists}>
      <MarkedList
        id={id}
        label={text.availableClients}
        clients={clients.filter((client) => !isChosen(client))}
        describedBy={error && errorId}
        move={{ marked: text.addClients, all: text.addAllClients }}
        onMove={(codes) => onChange(all.filter((code) => chosen.includes(code) || codes.includes(code)))}
      />
      <MarkedList
        label={text.chosenClients}
        clients={clients.filter(isChosen)}
        move={{ marked: text.removeClients, all: text.removeAllClients }}
        onMove={(codes) => onChange(chosen.filter((code) => !codes.includes(code)))}
      />
      {error && (
        <p id={errorId} className={classes.fault}>
          {error}
        </p>
      )}
    </div>
  )
}

type MarkedListProps = {
  id?: string
  label: string
  clients: readonly Client[]
  describedBy?: string | undefined
  move: { marked: string; all: string }
  onMove: (codes: string[]) => void
}

function MarkedList({ id, label, clients, describedBy, move, onMove }: MarkedListProps) {
  const ownId = useId()
  const [marked, mark] = useState<string[]>([])
  const list = useRef<HTMLSelectElement>(null)
  // Moves the focus to the list, because moving the last client disables the button.
  const moveAway = (codes: string[]) => {
    onMove(codes)
    mark([])
    list.current?.focus()
  }
  return (
    <div className={classes.markedList}>
      <label htmlFor={id ?? ownId}>{label}</label>
      <select
        ref={list}
        id={id ?? ownId}
        multiple
        size={6}
        value={marked}
        aria-describedby={describedBy}
        aria-invalid={describedBy !== undefined}
        onChange={({ currentTarget: { selectedOptions } }) =>
          mark([...selectedOptions].map(({ value }) => value))
        }
        onDoubleClick={() => moveAway(marked)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          moveAway(marked)
        }}
      >
        {clients.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <div className={classes.moves}>
        <Button
          size="compact-md"
          variant="default"
          disabled={marked.length === 0}
          onClick={() => moveAway(marked)}
        >
          {move.marked}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          disabled={clients.length === 0}
          onClick={() => moveAway(clients.map(({ code }) => code))}
        >
          {move.all}
        </Button>
      </div>
    </div>
  )
}
