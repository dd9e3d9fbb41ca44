import { Button } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import type { Client } from './client-selection.ts'
import classes from './multi-client-search.module.css'

const texts = clientSearchMessages

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
export function DualListbox({ id, clients, chosen, error, onChange }: DualListboxProps) {
  const all = clients.map(({ code }) => code)
  const isChosen = ({ code }: Client) => chosen.includes(code)
  const errorId = useId()
  return (
    <div className={classes.twoLists}>
      <MarkedList
        id={id}
        label={texts.availableClients}
        clients={clients.filter((client) => !isChosen(client))}
        describedBy={error && errorId}
        move={{ marked: texts.addClients, all: texts.addAllClients }}
        onMove={(codes) => onChange(all.filter((code) => chosen.includes(code) || codes.includes(code)))}
      />
      <MarkedList
        label={texts.chosenClients}
        clients={clients.filter(isChosen)}
        move={{ marked: texts.removeClients, all: texts.removeAllClients }}
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
