import { Checkbox } from '@mantine/core'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { activityKind } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { kindsAfter } from './activity-kinds.ts'
import { ClientFields } from './client-fields.tsx'
import { fieldId } from './field-id.ts'
import classes from './search.module.css'
import { SearchFrame } from './search-frame.tsx'
import type { ActivityValues } from './search-values.ts'
import type { CaseSearch } from './use-case-search.ts'

/** Between which days, in which clients and what kind of thing happened. */
export function ActivityForm({ search }: { search: CaseSearch<ActivityValues> }) {
  const { values, faults, change } = search
  const day = (field: 'startDate' | 'endDate') => (
    <DateField
      id={fieldId(field)}
      label={messages[field]}
      value={values[field]}
      error={faults[field]}
      required
      onChange={(text) => change({ [field]: text })}
    />
  )
  return (
    <SearchFrame search={search}>
      {day('startDate')}
      {day('endDate')}
      <ClientFields {...search} />
      <fieldset className={classes.choices}>
        <legend>{messages.activityList}</legend>
        {activityKind.options.map((kind, place) => (
          <Checkbox
            key={kind}
            id={place === 0 ? fieldId('activityList') : undefined}
            label={messages.activityKinds[kind]}
            checked={values.activityList.includes(kind)}
            aria-invalid={faults.activityList !== undefined}
            onChange={({ currentTarget: { checked } }) =>
              change({ activityList: kindsAfter(values.activityList, kind, checked) })
            }
          />
        ))}
        {faults.activityList && <p className={classes.fault}>{faults.activityList}</p>}
      </fieldset>
    </SearchFrame>
  )
}
