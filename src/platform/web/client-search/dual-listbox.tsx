import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { clientSearchMessages } from '../../client-search-messages.ts'
import classes from './client-search.module.css'
import type { Client } from './client-selection.ts'
import { fieldId } from './field-id.ts'

const says = clientSearchMessages

type DualListboxProps = {
  clients: readonly Client[]
  chosen: readonly string[]
  fault: string | undefined
  onChange: (chosen: string[]) => void
}

/** Available and selected clients side by side; highlighted ones move by button, Enter or a double click. */
export function DualListbox({ clients, chosen, fault, onChange }: DualListboxProps) {
  const all = clients.map(({ code }) => code)
  const isChosen = ({ code }: Client) => chosen.includes(code)
  const faultId = useId()
  return (
    <div className={classes.twoLists}>
      <MarkedList
        id={fieldId('clients')}
        label={says.availableClients}
        clients={clients.filter((client) => !isChosen(client))}
        describedBy={fault && faultId}
        move={{ marked: says.addClients, all: says.addAllClients }}
        onMove={(codes) => onChange(all.filter((code) => chosen.includes(code) || codes.includes(code)))}
      />
      <MarkedList
        label={says.chosenClients}
        clients={clients.filter(isChosen)}
        move={{ marked: says.removeClients, all: says.removeAllClients }}
        onMove={(codes) => onChange(chosen.filter((code) => !codes.includes(code)))}
      />
      {fault && (
        <p id={faultId} className={classes.fault}>
          {fault}
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
