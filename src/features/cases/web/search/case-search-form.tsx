import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { ClientFields } from '#platform/web/multi-client-search/client-fields.tsx'
import classes from '#platform/web/multi-client-search/multi-client-search.module.css'
import { MultiClientSearchForm } from '#platform/web/multi-client-search/multi-client-search-form.tsx'
import type { MultiClientSearch } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { type ActivityKind, activityKind, searchType } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { QuickRanges } from './quick-ranges.tsx'
import type { ActivityValues, PatientValues } from './search-values.ts'

const patientLabels = { searchTerm: messages.searchTerm, clients: clientSearchMessages.clients }

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
      labels={patientLabels}
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

const { startDate, endDate, activityList } = messages
const activityLabels = { startDate, endDate, clients: clientSearchMessages.clients, activityList }

/** Fields of the activity search: dates, clients and activity types. */
export function ActivityForm({ search }: { search: MultiClientSearch<ActivityValues> }) {
  const { values, errors, change, fieldId } = search
  const day = (field: 'startDate' | 'endDate') => (
    <DateField
      id={fieldId(field)}
      label={messages[field]}
      value={values[field]}
      error={errors[field]}
      required
      onChange={(text) => change({ [field]: text })}
    />
  )
  return (
    <MultiClientSearchForm
      search={search}
      labels={activityLabels}
      summary={describeSearch(values)}
      shortcuts={<QuickRanges search={search} />}
    >
      {day('startDate')}
      {day('endDate')}
      <ClientFields {...search} />
      <fieldset className={classes.choices}>
        <legend>{messages.activityList}</legend>
        {activityKind.options.map((kind, index) => (
          <Checkbox
            key={kind}
            id={index === 0 ? fieldId('activityList') : undefined}
            label={messages.activityKinds[kind]}
            checked={values.activityList.includes(kind)}
            aria-invalid={errors.activityList !== undefined}
            onChange={({ currentTarget: { checked } }) =>
              change({ activityList: toggleActivityKind(values.activityList, kind, checked) })
            }
          />
        ))}
        {errors.activityList && <p className={classes.fault}>{errors.activityList}</p>}
      </fieldset>
    </MultiClientSearchForm>
  )
}

/** The days and the types of a search, in words. */
function describeSearch({ startDate, endDate, activityList: kinds }: ActivityValues): string[] {
  const format = (day: string) => formatDay(parseDate(day) ?? '')
  const [first, last] = [format(startDate), format(endDate)]
  const days = first === last ? first : messages.dayRange(first, last)
  const types = kinds.map((kind) => messages.activityKinds[kind]).join(', ')
  return [days, kinds.includes('ALL') ? messages.allTypes : types]
}

/** Selects or clears a kind. "All" and the specific kinds exclude each other. */
export function toggleActivityKind(
  chosen: readonly ActivityKind[],
  kind: ActivityKind,
  isChecked: boolean,
): ActivityKind[] {
  if (!isChecked) return chosen.filter((each) => each !== kind)
  return kind === 'ALL' ? ['ALL'] : [...chosen.filter((each) => each !== 'ALL' && each !== kind), kind]
}
