import type { ReportFigure } from '../../view-contract.ts'
import { viewMessages as text } from '../../view-messages.ts'
import { formatValue } from '../../view-rules.ts'
import { BillsLink } from './report-links.tsx'
import classes from './report-view.module.css'

type ReportFiguresProps = { figures: readonly ReportFigure[]; title: string | null }

/** A longer value, such as an amount of ten millions with cents, is smaller. */
const longest = 13

/** Key figures with their parts, and the same figures of earlier periods. */
export const ReportFigures = ({ figures, title }: ReportFiguresProps) => (
  <ul className={classes.figures} aria-label={text.keyFigures(title)}>
    {figures.map((figure) => (
      <li
        key={figure.label}
        className={classes.figure}
        data-saving={figure.isSaving || undefined}
        data-long={formatValue(figure.value).length > longest || undefined}
      >
        <span className={classes.figureLabel}>{figure.label}</span>{' '}
        <BillsLink
          bills={figure.bills}
          cases={figure.cases}
          name={figure.label}
          className={classes.figureValue}
        >
          {formatValue(figure.value)}
        </BillsLink>
        {figure.parts.map(({ label, value, bills }) => (
          <span key={label} className={classes.part}>
            {label}{' '}
            <BillsLink bills={bills} name={`${figure.label}, ${label}`}>
              {formatValue(value)}
            </BillsLink>
          </span>
        ))}
        {figure.earlier.map(({ label, period, value, change, bills }) => (
          <span key={label} className={classes.earlier}>
            <span className={classes.earlierLabel} title={period}>
              {label}
            </span>{' '}
            <BillsLink bills={bills} name={`${figure.label}, ${label}, ${period}`}>
              {value === null ? text.nothingBefore : formatValue(value)}
            </BillsLink>{' '}
            {change !== null && <span className={classes.change}>{change}</span>}
          </span>
        ))}
      </li>
    ))}
  </ul>
)
