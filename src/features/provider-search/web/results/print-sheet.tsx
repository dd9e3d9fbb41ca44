import { createPortal } from 'react-dom'
import { now } from '#platform/contract/clock.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import type { Provider, SearchInfo } from '../../contract.ts'
import { messages as formMessages } from '../../on-demand-messages.ts'
import { messages } from '../../result-messages.ts'
import { formatDistance, type Part } from './describe-search.ts'
import classes from './print-sheet.module.css'

const { printout } = formMessages

export type PrintSheetProps = {
  search: SearchInfo
  words: Part[]
  providers: Provider[]
  /** The total number of providers if these are a selection; undefined if these are all of them. */
  selectedOf: number | undefined
  /** The limit on results, if it was exceeded. */
  limit: number | undefined
  showsTaxId: boolean
}

/** The print layout: the search, the time and the providers. Print styles hide the rest of the page. */
export function PrintSheet(props: PrintSheetProps) {
  const { search, words, providers, selectedOf, limit } = props
  const withDistance = providers.some(({ distance }) => distance !== null)
  return createPortal(
    <div className={classes.sheet} data-sheet>
      <header className={classes.head}>
        <p className={classes.company}>{getBootstrapData().companyName}</p>
        <p className={classes.moment}>{printout.printedAt(formatInstant(now().getTime()))}</p>
        <h1>{search.title}</h1>
        <dl>
          {words.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.count}>
          {selectedOf === undefined
            ? printout.providers(providers.length)
            : printout.selectedOf(providers.length, selectedOf)}
        </p>
        {limit && <p>{messages.moreThan(limit)}</p>}
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{messages.provider}</th>
            <th scope="col">{messages.address}</th>
            <th scope="col">{printout.phoneAndFax}</th>
            {withDistance && (
              <th scope="col" className={classes.number}>
                {messages.distance(search.unit)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {providers.map((provider) => (
            <SheetRow key={provider.hash} {...props} provider={provider} withDistance={withDistance} />
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}

type SheetRowProps = PrintSheetProps & { provider: Provider; withDistance: boolean }

function SheetRow({ provider, search: { unit }, showsTaxId, withDistance }: SheetRowProps) {
  const { name, preferred, providerType, specialty, addressDisplay, phone, fax, contact, tin } = provider
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        {preferred && <span className={classes.preferred}>{messages.preferred}</span>}
        <p>{[providerType, specialty].filter(Boolean).join(' · ')}</p>
        {contact && <Detail label={messages.contact} text={contact} />}
        {showsTaxId && tin && <Detail label={messages.taxId} text={tin} />}
      </td>
      <td>{addressDisplay}</td>
      <td className={classes.telephone}>
        {phone}
        {fax && <Detail label={messages.fax} text={fax} />}
      </td>
      {withDistance && <td className={classes.number}>{formatDistance(provider, unit)}</td>}
    </tr>
  )
}

const Detail = ({ label, text }: { label: string; text: string }) => (
  <p>
    {label} {text}
  </p>
)
