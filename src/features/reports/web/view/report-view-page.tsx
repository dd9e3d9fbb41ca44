import { Button, Title } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { BillSums } from '#cases/case-contract.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import type { AvailableClients } from '#platform/web/multi-client-search/client-selection.ts'
import { EmptyState } from '#platform/web/query-list.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { ExportMenu } from '#platform/web/table/export-menu.tsx'
import { openReport } from '../../contract.ts'
import { formatPeriod } from '../../rules.ts'
import { type ReportSection, type ReportView, showReport } from '../../view-contract.ts'
import { viewMessages as text } from '../../view-messages.ts'
import { formatValue } from '../../view-rules.ts'
import { readReportSheets } from './read-report-sheets.ts'
import { ReportFigures } from './report-figures.tsx'
import { BillsLink, ReportLinks, type ReportParams } from './report-links.tsx'
import { ReportTableCard } from './report-table.tsx'
import classes from './report-view.module.css'

export type ReportViewProps = {
  owner: string
  params: ReportParams
  clients: AvailableClients['clients']
  hasBills: boolean
  casePath: (row: string) => string
  /** Draws sums of bills as a chart. */
  renderSums: (sums: BillSums) => ReactNode
  /** Rendered if the client has no such report. */
  missing: ReactNode
  onOpen: OpenDocument
}

/** The client codes of a report: those of the address or all. */
export const listCodes = ({ clients }: ReportParams, offered: readonly { code: string }[]): string =>
  clients || offered.map(({ code }) => code).join()

/** A report on the page: key figures, charts with their tables, and what they leave out. */
export function ReportViewPage({ owner, params, clients, hasBills, casePath, ...props }: ReportViewProps) {
  const codes = clients && listCodes(params, clients)
  const { report, start, end } = params
  const request = { Clients: codes ?? '', StartDate: start, EndDate: end, ReportCode: report }
  const query = useQuery({
    queryKey: ['report view', owner, request],
    queryFn: ({ signal }) => call(showReport, request, signal),
    enabled: codes !== undefined,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  const { data, error, isFetching } = query
  if (isStatus(error, 404)) return props.missing
  if (isStatus(error, 400) || isStatus(error, 422))
    return (
      <Frame>
        <EmptyState message={text.invalid} advice={text.invalidAdvice} />
      </Frame>
    )
  if (error && !isFetching)
    return (
      <Frame>
        <ErrorState message={text.failed} onRetry={() => void query.refetch()} />
      </Frame>
    )
  if (!data) return <Skeleton label={text.loading} heights={[44, 24, 120, 240, 240]} />
  const onPdf = () => void props.onOpen(createDocumentRequest(openReport, request))
  return (
    <ReportLinks value={{ params, hasBills, casePath }}>
      <Content view={data} renderSums={props.renderSums} onPdf={onPdf} />
    </ReportLinks>
  )
}

const isStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status

const Frame = ({ children }: { children: ReactNode }) => (
  <article className={classes.page}>
    <PageTitle>{text.reports}</PageTitle>
    <BackLink />
    <Title order={1}>{text.reports}</Title>
    {children}
  </article>
)

const BackLink = () => (
  <p className={classes.back} data-noprint>
    <Link to="/reports">{text.reports}</Link>
  </p>
)

const maxNames = 3

type ContentProps = { view: ReportView; renderSums: ReportViewProps['renderSums']; onPdf: () => void }

function Content({ view, renderSums, onPdf }: ContentProps) {
  const { name, first, last, clients, readAt, basis, explanation, sections } = view
  const sheets = useMemo(() => readReportSheets(view), [view])
  const firstOpen = sections.findIndex(({ title }) => title !== null)
  return (
    <article className={classes.page}>
      <PageTitle>{name}</PageTitle>
      <BackLink />
      <div className={classes.head}>
        <Title order={1}>{name}</Title>
        {sections.length > 0 && (
          <div className={classes.actions} data-noprint>
            <Button leftSection={<IconFileTypePdf size={18} stroke={1.75} aria-hidden />} onClick={onPdf}>
              {text.downloadPdf}
            </Button>
            <ExportMenu
              exported={{ list: 'report', criteria: { report: name, first, last, clients } }}
              rows={sheets.reduce((sum, { rows }) => sum + rows.length, 0)}
              readSheet={() => sheets}
              fileName={name}
              size="sm"
            />
          </div>
        )}
      </div>
      <ul className={classes.criteria} aria-label={text.criteria}>
        <li>{formatPeriod(first, last)}</li>
        <li>{clients.length > maxNames ? text.allClients(clients.length) : clients.join(', ')}</li>
        <li>{basis}</li>
        <li>{text.readAt(formatInstant(readAt))}</li>
      </ul>
      {sections.length === 0 ? (
        <EmptyState message={text.noData} advice={text.noDataAdvice} />
      ) : (
        <>
          {sections.map((section, at) => (
            <Section key={at} section={section} isOpen={at === firstOpen} renderSums={renderSums} />
          ))}
          <p className={classes.note}>{explanation}</p>
        </>
      )}
    </article>
  )
}

type SectionProps = Pick<ContentProps, 'renderSums'> & { section: ReportSection; isOpen: boolean }

/**
 * One currency of a report, or all of it. Currencies are never added together; all but the first are folded to a line
 * with their key figures.
 */
function Section({ section, isOpen, renderSums }: SectionProps) {
  const { title, figures } = section
  if (title === null) return <SectionContent section={section} renderSums={renderSums} />
  const [first, ...others] = figures
  return (
    <details open={isOpen} className={classes.currency}>
      <summary>
        <Title order={2}>{title}</Title>
        {first && (
          <span className={classes.summary}>{text.figure(first.label, formatValue(first.value))}</span>
        )}
        {others.slice(-1).map(({ label, value }) => (
          <span key={label} className={classes.summary}>
            {text.figure(label, formatValue(value))}
          </span>
        ))}
      </summary>
      <SectionContent section={section} renderSums={renderSums} />
    </details>
  )
}

function SectionContent({ section, renderSums }: Pick<SectionProps, 'section' | 'renderSums'>) {
  const { title, figures, notes, sums, tables } = section
  return (
    <div className={classes.section}>
      {figures.length > 0 && <ReportFigures figures={figures} title={title} />}
      {notes.map((note) => (
        <p key={note.text} className={classes.notice}>
          {note.text}{' '}
          {note.bills && (
            <BillsLink bills={note.bills} name={note.text}>
              {text.seeBills}
            </BillsLink>
          )}
        </p>
      ))}
      {sums && (
        <section className={classes.card}>
          <Title order={3}>{text.sumsChart}</Title>
          {renderSums(sums)}
        </section>
      )}
      {tables.map((table) => (
        <ReportTableCard
          key={table.title}
          table={table}
          savedLabel={text.figures.saved}
          level={title === null ? 2 : 3}
        />
      ))}
    </div>
  )
}
