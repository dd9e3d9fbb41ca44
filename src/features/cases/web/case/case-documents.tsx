import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Exported } from '#platform/contract.ts'
import { call } from '#platform/web/api-client.ts'
import type { DocumentRequest, OpenDocument } from '#platform/web/document/document-request.ts'
import { EmptyState, type Listed, QueryList } from '#platform/web/query-list.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { useListView } from '#platform/web/table/use-data-table.ts'
import { caseQueryKey } from '../../case-contract.ts'
import {
  type CaseDocument,
  listCaseDocuments,
  listMedicalRecords,
  type MedicalRecord,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type Incident, toIncidentKey } from '../../rules.ts'
import { createCaseDocumentRequest, createRecordRequest } from './case-document-requests.ts'

type CaseDocumentsProps = { incident: Incident; onOpen: OpenDocument }

/** The case documents of an incident. */
export function CaseDocuments({ incident, onOpen }: CaseDocumentsProps) {
  const key = toIncidentKey(incident)
  const { incidentNumber } = key
  const documents = useQuery({
    queryKey: [caseQueryKey, 'case-documents', incidentNumber],
    queryFn: ({ signal }) => call(listCaseDocuments, key, signal),
    select: ({ caseDocuments }) => caseDocuments,
  })
  return (
    <DocumentList
      query={documents}
      label={messages.pages['case-documents']}
      failed={messages.documentsFailed}
      nothing={messages.noDocuments}
      sizeKey="CaseDocuments_ResultSize"
      exportedAs={{ list: 'case-documents', incidentNumber }}
      storageKey={`documents of ${incidentNumber}`}
      createRequest={useCallback(
        ({ pageStart, pageEnd }: CaseDocument) =>
          createCaseDocumentRequest(incidentNumber, pageStart, pageEnd),
        [incidentNumber],
      )}
      onOpen={onOpen}
    />
  )
}

/** The medical records of an incident. */
export function MedicalRecords({ incident, onOpen }: CaseDocumentsProps) {
  const key = toIncidentKey(incident)
  const { incidentNumber } = key
  const records = useQuery({
    queryKey: [caseQueryKey, 'medical-records', incidentNumber],
    queryFn: ({ signal }) => call(listMedicalRecords, key, signal),
    select: ({ medicalRecords }) => medicalRecords,
  })
  return (
    <DocumentList
      query={records}
      label={messages.pages['medical-records']}
      failed={messages.recordsFailed}
      nothing={messages.noRecords}
      sizeKey="MedicalRecords_ResultSize"
      exportedAs={{ list: 'medical-records', incidentNumber }}
      storageKey={`records of ${incidentNumber}`}
      createRequest={useCallback(
        ({ pageStartNumber, pageEndNumber }: MedicalRecord) =>
          createRecordRequest(incidentNumber, pageStartNumber, pageEndNumber),
        [incidentNumber],
      )}
      onOpen={onOpen}
    />
  )
}

/** A page range of the incident's file, with the day it was added. */
type ListedPages = { id: string; dateAdded: string; pageNumbers: string }

type DocumentListProps<Item extends ListedPages> = {
  query: Listed<Item>
  label: string
  failed: string
  nothing: string
  sizeKey: string
  /** The key under which the tab stores the page and sort order. */
  storageKey: string
  exportedAs: Exported
  /** These must be memoized: a new function replaces the buttons, and the focus is lost. */
  createRequest: (item: Item) => DocumentRequest
  onOpen: OpenDocument
}

const rowId = ({ id }: ListedPages) => id
const getFirstPage = ({ pageNumbers }: ListedPages) => Number.parseInt(pageNumbers, 10)

/** The records or documents of an incident; each opens over the page. */
function DocumentList<Item extends ListedPages>({ query, label, ...props }: DocumentListProps<Item>) {
  const { failed, nothing, sizeKey, storageKey, exportedAs, createRequest, onOpen } = props
  const listView = useListView('dateAdded', storageKey)
  const columns = useMemo(() => {
    const { time, number, action, all } = createColumns<Item>()
    return all([
      time('dateAdded', messages.dateAdded, (item) => item.dateAdded),
      number(
        'pageNumbers',
        messages.pageNumbers,
        (item) => item.pageNumbers,
        (one, other) => getFirstPage(one) - getFirstPage(other),
      ),
      action('view', messages.view, (item, listItems) => (
        <RowButton
          label={messages.view}
          name={messages.viewPages(label, item.pageNumbers)}
          icon={<IconFileText size={20} stroke={1.75} aria-hidden />}
          onClick={() => {
            void onOpen(createRequest(item), listItems().map(createRequest))
          }}
        />
      )),
    ])
  }, [label, createRequest, onOpen])
  return (
    <QueryList
      query={query}
      waiting={messages.loading(label)}
      failed={failed}
      empty={<EmptyState message={nothing} advice={messages.noRecordsAdvice} />}
    >
      {(items) => (
        <PagedList
          exportedAs={exportedAs}
          label={label}
          rows={items}
          columns={columns}
          rowId={rowId}
          sizeKey={sizeKey}
          {...listView}
        />
      )}
    </QueryList>
  )
}
