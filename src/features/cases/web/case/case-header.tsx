import { Button } from '@mantine/core'
import { IconCheck, IconCopy, IconFileDescription } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { createDocumentRequest } from '#platform/web/document/document-request.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { today } from '#platform/web/format-instant.ts'
import { pageAttribute } from '#platform/web/page/page-attribute.ts'
import { openCaseSummary } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { ageOn, type Incident } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from './case.module.css'
import { ExpandableText } from './expandable-text.tsx'

const descriptionLimit = { characters: 90, lines: 1 }

const markPage = pageAttribute('caseHeader')

type CaseHeaderProps = { incident: Incident; tools: ReactNode; action?: ReactNode }

/**
 * The patient, incident, client and policy of the case. It stays while the page scrolls; on narrow screens, only the
 * patient and incident number do.
 */
export function CaseHeader({ incident, tools, action }: CaseHeaderProps) {
  const { hasSummaries, onOpen } = useCaseSearch()
  const [isOpen, setOpen] = useState(false)
  const factsId = useId()
  const head = useStickyHeight()
  const { patientName, incidentDescription, hasCaseSummary, incidentNumber: IncidentNumber } = incident
  return (
    <section
      ref={head}
      aria-label={messages.caseHeader}
      className={classes.head}
      data-open={isOpen || undefined}
    >
      <div className={classes.top}>
        <div className={classes.who}>
          <p ref={markPage} className={classes.patient} data-incident={IncidentNumber}>
            <span>{patientName}</span>
          </p>
          {incidentDescription && (
            <p className={classes.description}>
              <ExpandableText text={incidentDescription} limit={descriptionLimit} />
            </p>
          )}
        </div>
        <div className={classes.actions}>
          {tools}
          {hasSummaries && hasCaseSummary && (
            <Button
              data-noprint
              size="sm"
              className={classes.summary}
              title={messages.caseSummary}
              leftSection={<IconFileDescription size={18} stroke={1.75} aria-hidden />}
              onClick={() => void onOpen(createDocumentRequest(openCaseSummary, { IncidentNumber }))}
            >
              <span>{messages.caseSummary}</span>
            </Button>
          )}
          {action}
        </div>
      </div>
      <HeaderFacts id={factsId} incident={incident} />
      <button
        type="button"
        className={classes.more}
        data-noprint
        aria-expanded={isOpen}
        aria-controls={factsId}
        onClick={() => setOpen(!isOpen)}
      >
        {messages.details}
      </button>
    </section>
  )
}

/** Exposes the height of the header to CSS, so that the links below it can stay under it. */
function useStickyHeight() {
  const head = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = head.current
    const observer = new ResizeObserver(([entry]) =>
      element?.parentElement?.style.setProperty(
        '--case-head',
        `${Math.floor(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`,
      ),
    )
    if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return head
}

/** The facts of a case. Narrow screens show all but the first only on request: the incident number is above them. */
function HeaderFacts({ id, incident }: { id: string; incident: Incident }) {
  const { dateOfBirth, incidentNumber, carrier, policyNumber, effectiveDate } = incident
  return (
    <dl id={id} className={classes.facts}>
      <div>
        <dt>{messages.dateOfBirth}</dt>
        <dd>
          {formatDay(dateOfBirth)} <span>{messages.age(ageOn(dateOfBirth, today()))}</span>
        </dd>
      </div>
      <div data-extra>
        <dt>{messages.incidentNumber}</dt>
        <dd>
          {incidentNumber}
          <CopyButton text={incidentNumber} />
        </dd>
      </div>
      <Fact label={messages.client} value={carrier} />
      <Fact label={messages.policyNumber} value={policyNumber} />
      <Fact label={messages.effectiveDate} value={effectiveDate && formatDay(effectiveDate)} />
    </dl>
  )
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (!value) return null
  return (
    <div data-extra>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Copies the incident number, and says so until the button loses focus. */
function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      showError(messages.copyFailed)
    }
  }
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <>
      <button
        type="button"
        className={classes.iconLink}
        aria-label={messages.copyIncident}
        title={messages.copyIncident}
        data-noprint
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      >
        <Icon size={16} stroke={1.75} aria-hidden />
      </button>
      <span role="status" className={classes.copied}>
        {isCopied && messages.copied}
      </span>
    </>
  )
}
