import { Title } from '@mantine/core'
import { fieldId } from '#platform/web/client-search/field-id.ts'
import { SearchForm } from '#platform/web/client-search/form.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import { messages } from '../messages.ts'
import { ReportClients } from './report-clients.tsx'
import { ReportPeriod } from './report-period.tsx'
import { ReportRuns } from './report-runs.tsx'
import { ReportType } from './report-type.tsx'
import classes from './reports.module.css'
import { useReportForm } from './use-report-form.ts'

const text = messages.page

type ReportsProps = Parameters<typeof useReportForm>[0] & Parameters<typeof ReportRuns>[0]

/** The Reports page: report, clients and dates; the report opens in a new window. */
export function Reports({ owner, isSessionActive, ...offered }: ReportsProps) {
  const form = useReportForm(offered)
  const { faults, refusals, submit, reset } = form
  return (
    <article className={classes.page}>
      <PageTitle>{text.title}</PageTitle>
      <Title order={1}>{text.title}</Title>
      <SearchForm
        label={text.criteria}
        errors={faults.map(({ fields: [field = 'reportCode'], sentence }) => ({
          id: fieldId(field),
          message: sentence,
        }))}
        rejection={refusals}
        firstField={fieldId('reportCode')}
        submit={text.submit}
        onSubmit={submit}
        onReset={reset}
      >
        <ReportType {...form} />
        <ReportClients {...form} />
        <ReportPeriod {...form} />
      </SearchForm>
      <p className={classes.how}>{text.how}</p>
      <ReportRuns owner={owner} onOpen={offered.onOpen} isSessionActive={isSessionActive} />
    </article>
  )
}
