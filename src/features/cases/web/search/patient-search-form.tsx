import { NativeSelect, TextInput } from '@mantine/core'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { ClientFields } from '#platform/web/multi-client-search/client-fields.tsx'
import { MultiClientSearchForm } from '#platform/web/multi-client-search/multi-client-search-form.tsx'
import type { MultiClientSearch } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { searchType } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { PatientValues } from './search-values.ts'

const labels = { searchTerm: messages.searchTerm, clients: clientSearchMessages.clients }

/** Fields of the patient search: search type, term and clients. */
export function PatientSearchForm({ search }: { search: MultiClientSearch<PatientValues> }) {
  const { values, errors, change, fieldId } = search
  const term = {
    id: fieldId('searchTerm'),
    label: messages.searchTerm,
    value: values.searchTerm,
    error: errors.searchTerm,
    required: true,
  }
  return (
    <MultiClientSearchForm
      search={search}
      labels={labels}
      summary={[messages.searchedFor(values.searchType, values.searchTerm.trim())]}
    >
      <NativeSelect
        id={fieldId('searchType')}
        label={messages.searchType}
        value={values.searchType}
        data={searchType.options.map((value) => ({ value, label: messages.searchTypes[value] }))}
        onChange={(event) =>
          change({ searchType: searchType.parse(event.currentTarget.value), searchTerm: '' })
        }
      />
      {values.searchType === 'DOB' ? (
        <DateField {...term} onChange={(searchTerm) => change({ searchTerm })} />
      ) : (
        <TextInput
          {...term}
          required={false}
          withAsterisk
          aria-required
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => change({ searchTerm: event.currentTarget.value })}
        />
      )}
      <ClientFields {...search} />
    </MultiClientSearchForm>
  )
}
