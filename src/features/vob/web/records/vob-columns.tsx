import { IconBan } from '@tabler/icons-react'
import { formatInstantDay } from '#platform/web/format-instant.ts'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import type { IssuedVob } from '../../contract.ts'
import { messages } from '../../messages.ts'
import classes from './records.module.css'

const columnText = messages.records
const { text, time, custom, action, all } = createColumns<IssuedVob>()

type OpenVob = (number: string) => void

const numberColumn = (onOpen: OpenVob) =>
  custom(
    'number',
    columnText.number,
    (vob) => vob.number,
    ({ number }) => (
      <button
        type="button"
        className={classes.number}
        aria-label={columnText.openNumber(number)}
        onClick={() => onOpen(number)}
      >
        {number}
      </button>
    ),
  )

const provider = text('providerName', columnText.providerName, (vob) => vob.providerName)
const patient = text('patientName', columnText.patientName, (vob) => vob.patientName)

function describeStatus({ withdrawal }: IssuedVob): string {
  if (!withdrawal) return columnText.issued
  const { at, by, reason } = withdrawal
  return `${columnText.withdrawn} ${columnText.withdrawnBy(formatInstantDay(at), by)}: ${reason}`
}

/** When and by whom the letter was issued, and whether it is valid. */
const state = [
  time('dateOfService', columnText.dateOfService, (vob) => vob.dateOfService),
  time(
    'issuedAt',
    columnText.issuedAt,
    (vob) => vob.issuedAt,
    (vob) => formatInstantDay(vob.issuedAt),
  ),
  text('issuedBy', columnText.issuedBy, (vob) => vob.issuedBy),
  withExport(
    custom(
      'status',
      columnText.status,
      ({ withdrawal }) => (withdrawal ? columnText.withdrawn : columnText.issued),
      (vob) => <Status vob={vob} />,
    ),
    { exported: describeStatus },
  ),
] as const

const withdrawAction = (onWithdraw: (vob: IssuedVob) => void) =>
  action(
    'withdraw',
    columnText.withdraw,
    (vob) =>
      !vob.withdrawal && (
        <RowButton
          label={columnText.withdraw}
          name={columnText.withdrawNumber(vob.number)}
          icon={<IconBan size={20} stroke={1.75} aria-hidden />}
          onClick={() => onWithdraw(vob)}
        />
      ),
  )

/** The columns of the letters of a client. */
export const vobColumns = (onOpen: OpenVob, onWithdraw: (vob: IssuedVob) => void) =>
  all([
    numberColumn(onOpen),
    provider,
    patient,
    text('policyNumber', columnText.policyNumber, (vob) => vob.policyNumber),
    ...state,
    withdrawAction(onWithdraw),
  ])

/** The columns of the letters of a case. Its policy, which the page shows, may cover relatives of the patient too. */
export const caseVobColumns = (onOpen: OpenVob) => all([numberColumn(onOpen), provider, patient, ...state])

/** A longer reason would make its row higher than the others. */
const longReason = 90

/** Whether the letter is valid; if not, when, by whom and why it was withdrawn. */
function Status({ vob: { withdrawal } }: { vob: IssuedVob }) {
  if (!withdrawal) return columnText.issued
  const { at, by, reason } = withdrawal
  const why = `${columnText.withdrawnBy(formatInstantDay(at), by)}: ${reason}`
  return (
    <>
      <strong className={classes.withdrawn}>{columnText.withdrawn}</strong>
      {why.length > longReason ? (
        <details className={classes.reason}>
          <summary>{columnText.withdrawnBy(formatInstantDay(at), by)}</summary>
          {reason}
        </details>
      ) : (
        <span className={classes.reason}>{why}</span>
      )}
    </>
  )
}
