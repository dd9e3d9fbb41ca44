import { Button, NativeSelect, Title } from '@mantine/core'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { today } from '#platform/web/format-instant.ts'
import { ClientFields } from '#platform/web/multi-client-search/client-fields.tsx'
import { ClientFormFrame } from '#platform/web/multi-client-search/multi-client-search-form.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import { ReportRuns } from './report-runs.tsx'
import classes from './reports.module.css'
import { periodNames, type ReportForm, resolvePeriod, useReportForm } from './use-report-form.ts'

const text = messages.page

type ReportsProps = Parameters<typeof useReportForm>[0] & Parameters<typeof ReportRuns>[0]

/** The Reports page: report, clients and dates. The report opens on a page or, as a PDF, in a new window. */
export function Reports({ owner, hasLiveToken, ...offered }: ReportsProps) {
  const report = useReportForm(offered)
  return (
    <article className={classes.page}>
      <PageTitle>{text.title}</PageTitle>
      <Title order={1}>{text.title}</Title>
      <ClientFormFrame
        label={text.criteria}
        form={report.form}
        submit={text.submit}
        onSubmit={report.submit}
        onReset={report.reset}
        primary={<Button onClick={() => void report.form.handleSubmit(report.show)()}>{text.show}</Button>}
      >
        <ReportType {...report} />
        <ReportClients {...report} />
        <ReportPeriod {...report} />
      </ClientFormFrame>
      <p className={classes.how}>{text.how}</p>
      <ReportRuns owner={owner} onOpen={offered.onOpen} hasLiveToken={hasLiveToken} />
    </article>
  )
}

/** The choice of clients: one for a single-client report, otherwise several. */
function ReportClients({ offer, report, values, errors, change, fieldId }: ReportForm) {
  const { clients = [] } = offer
  if (report?.multiClient !== false || clients.length < 2)
    return <ClientFields offer={offer} values={values} errors={errors} change={change} fieldId={fieldId} />
  const choices = clients.map(({ code, name }) => ({ value: code, label: name }))
  return (
    <NativeSelect
      id={fieldId('clients')}
      label={clientSearchMessages.client}
      data={[{ value: '', label: messages.page.chooseClient }, ...choices]}
      value={choices.some(({ value }) => value === values.client) ? values.client : ''}
      error={errors.clients}
      aria-required
      onChange={(event) => change({ client: event.currentTarget.value })}
    />
  )
}

const descriptions: Readonly<Record<string, string>> = text.descriptions

/** The choice of report, with its description. */
function ReportType({ reports, report, errors, change, fieldId }: ReportForm) {
  const choices = reports.map(({ code, name }) => ({ value: code, label: name }))
  const unchosen = { value: '', label: text.chooseReport }
  return (
    <NativeSelect
      id={fieldId('report')}
      className={classes.wide}
      label={text.report}
      data={choices.length === 1 ? choices : [unchosen, ...choices]}
      value={report?.code ?? ''}
      error={errors.report}
      description={report && descriptions[report.code]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      aria-required
      onChange={(event) => change({ report: event.currentTarget.value })}
    />
  )
}

/** The date range: two date fields and quick ranges. */
function ReportPeriod({ values, errors, change, fieldId }: ReportForm) {
  const day = (field: 'startDate' | 'endDate') => (
    <DateField
      id={fieldId(field)}
      label={text[field]}
      value={values[field]}
      error={errors[field]}
      required
      onChange={(day) => change({ [field]: day })}
    />
  )
  return (
    <div className={classes.period}>
      {day('startDate')}
      {day('endDate')}
      <fieldset aria-label={text.quickRanges} className={classes.usual}>
        {periodNames.map((name) => (
          <Button
            key={name}
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              const { startDate, endDate } = resolvePeriod(name, today())
              change({ startDate: formatDay(startDate), endDate: formatDay(endDate) })
            }}
          >
            {text.periods[name]}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
