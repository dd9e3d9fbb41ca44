import {
  IconCurrencyDollar,
  IconFlag,
  IconLogin2,
  IconReceipt2,
  IconStethoscope,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { compareDecimals, formatMoney } from '#platform/contract/money.ts'
import { ErrorState } from '#platform/web/content-states.tsx'
import type { CaseDetails } from '../../case-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import type { Incident } from '../../rules.ts'
import classes from './case-status.module.css'

const text = caseMessages.status

type CaseStatusProps = {
  incident: Incident
  details: CaseDetails | undefined
  /** Loads the details again if that failed. */
  onRetry: (() => void) | undefined
}

/** The progress of a case from incident to savings, with an error if its details failed to load. */
export function CaseStatus({ incident, details, onRetry }: CaseStatusProps) {
  const { dateOfIncident, enterDate } = incident
  const day = (date: string | null) => (date ? formatDay(date) : text.unknown)
  return (
    <ol className={classes.status} aria-label={text.label}>
      <Step icon={IconFlag} label={text.incident} isOptional>
        {day(dateOfIncident)}
      </Step>
      <Step icon={IconLogin2} label={text.entered} isOptional>
        {day(enterDate)}
      </Step>
      {onRetry ? (
        <li className={classes.failed}>
          <ErrorState message={text.failed} onRetry={onRetry} />
        </li>
      ) : (
        <Progress details={details} />
      )}
    </ol>
  )
}

/** The steps with numbers. Bills are in progress until all are processed. */
function Progress({ details }: { details: CaseDetails | undefined }) {
  const { bills, processedBills, medicalRecords, recordPages } = details?.counts ?? noCounts
  const isInProgress = processedBills < bills
  const loaded = (content: ReactNode) => (details ? content : '…')
  return (
    <>
      <Step icon={IconStethoscope} label={text.records} isOptional>
        {loaded(text.recordPages(medicalRecords, recordPages))}
      </Step>
      <Step icon={IconReceipt2} label={text.bills} isCurrent={isInProgress}>
        {loaded(text.processed(processedBills, bills))}
        {isInProgress && (
          <svg aria-hidden className={classes.progress} viewBox="0 0 100 1" preserveAspectRatio="none">
            <rect width={(100 * processedBills) / bills} height={1} />
          </svg>
        )}
      </Step>
      <Step icon={IconCurrencyDollar} label={text.saved}>
        {loaded(<Saved sums={details?.sums ?? []} />)}
      </Step>
    </>
  )
}

const noCounts = { bills: 0, processedBills: 0, medicalRecords: 0, recordPages: 0 }

type StepProps = {
  icon: TablerIcon
  label: string
  /** Whether narrow screens hide it; the overview shows it, too. */
  isOptional?: boolean
  isCurrent?: boolean
  children: ReactNode
}

function Step({ icon: Icon, label, isOptional, isCurrent, children }: StepProps) {
  return (
    <li data-optional={isOptional} aria-current={isCurrent ? 'step' : undefined}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        <span>{label}</span>
        <strong>{children}</strong>
      </div>
    </li>
  )
}

/** The savings of each currency that has repriced bills. */
function Saved({ sums }: Pick<CaseDetails, 'sums'>) {
  const repriced = sums.filter(({ bills, unpricedBills }) => bills > unpricedBills)
  if (repriced.length === 0) return text.nothingSaved
  return repriced.map(({ currency, savings }, index) => (
    <span key={currency} data-saved={compareDecimals(savings, '0') > 0 || undefined}>
      {index > 0 && ' + '}
      {formatMoney(savings, currency)}
    </span>
  ))
}
