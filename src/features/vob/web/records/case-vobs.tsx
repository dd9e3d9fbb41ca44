import { Button, Title } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { caseQueryKey } from '#cases/case-contract.ts'
import { type Incident, toIncidentKey } from '#cases/rules.ts'
import { call } from '#platform/web/api-client.ts'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { useTabState } from '#platform/web/storage.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { listView, unsortedView } from '#platform/web/table/use-data-table.ts'
import { type IssuedVob, listCaseVobs, openVob } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type PatientName, patientOfIncident, vobPatientStore } from '../vob-storage.ts'
import classes from './records.module.css'
import { caseVobColumns } from './vob-columns.tsx'

const text = messages.ofCase
const headerClasses = { root: classes.inHeader, label: classes.label, section: classes.icon }
const rowId = ({ number }: IssuedVob) => number

/** The letters issued for the policy of an incident. */
export const caseVobsQuery = (incident: Incident) =>
  queryOptions({
    queryKey: [caseQueryKey, 'vobs', incident.incidentNumber],
    queryFn: ({ signal }) => call(listCaseVobs, toIncidentKey(incident), signal),
    select: ({ vobs }) => vobs,
  })

type CaseVobsProps = CreateVobButtonProps & { incident: Incident; onOpen: OpenDocument }

/** The letters issued for the policy of an incident, and the button for another. */
export function CaseVobs({ incident, onOpen, ...search }: CaseVobsProps) {
  const { incidentNumber } = incident
  const [view, onView] = useTabState(`letters of ${incidentNumber}`, listView, unsortedView)
  const letters = useQuery(caseVobsQuery(incident))
  const columns = useMemo(
    () => caseVobColumns((number) => void onOpen(createDocumentRequest(openVob, { Number: number }))),
    [onOpen],
  )
  return (
    <section aria-label={text.title} className={classes.ofCase}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {text.title}
        </Title>
        <CreateVobButton incident={incident} {...search} />
      </div>
      <QueryList
        query={letters}
        waiting={messages.records.loading}
        failed={messages.records.failed}
        empty={<EmptyState message={text.none} />}
      >
        {(rows) => (
          <PagedList
            exportedAs={{ list: 'vobs', incidentNumber }}
            label={text.label}
            rows={rows}
            columns={columns}
            rowId={rowId}
            sizeKey="CaseVobs_ResultSize"
            view={view}
            onView={onView}
          />
        )}
      </QueryList>
    </section>
  )
}

type CreateVobButtonProps = {
  /** The case that the letter is for, if it is for one. */
  incident?: Incident
  /** Undefined until it has loaded. */
  patientName?: PatientName | undefined
  /** The path of the provider search with verifications of benefits. */
  searchPath: string
  /** Identifies the person and the client. */
  owner: string
  size?: 'sm'
}

/** Leads to the provider search, where the form has the patient and the policy of the incident, or neither. */
export function CreateVobButton({ incident, patientName, searchPath, owner, size }: CreateVobButtonProps) {
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      {...(size && { size, h: 32 })}
      {...(size && incident && { classNames: headerClasses })}
      data-noprint
      leftSection={<IconFilePlus size={size ? 18 : 20} stroke={1.75} aria-hidden />}
      disabled={incident && !patientName}
      onClick={() => {
        const patient = vobPatientStore(owner)
        if (incident && patientName) patient.set(patientOfIncident(incident, patientName))
        else patient.remove()
        void navigate({ to: searchPath })
      }}
    >
      {text.create}
    </Button>
  )
}
