import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { messages } from '#platform/messages.ts'
import type { AvailableClients, ClientSelection } from './client-selection.ts'
import { DualListbox } from './dual-listbox.tsx'
import classes from './multi-client-search.module.css'

const texts = clientSearchMessages

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
        {isFailed ? texts.clientsFailed : texts.clientsLoading}
        {isFailed && (
          <Button variant="default" onClick={retry}>
            {messages.tryAgain}
          </Button>
        )}
      </div>
    )
  const [only, ...others] = clients
  if (only && others.length === 0)
    return <NativeSelect label={texts.client} data={[{ value: only.code, label: only.name }]} />
  return (
    <fieldset className={classes.clients}>
      <legend>{texts.clients}</legend>
      <Checkbox
        id={values.allClients ? fieldId('clients') : undefined}
        label={texts.allClients}
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
