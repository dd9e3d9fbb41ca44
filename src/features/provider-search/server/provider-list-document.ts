import { formatDay } from '#platform/contract/date-format.ts'
import { palette } from '#platform/pdf/palette.ts'
import {
  type Element,
  letterPage,
  link,
  pageFooter,
  pageHeader,
  pdfDocument,
  type Style,
  sheetWidth,
  styles,
  text,
  toLines,
  unbreakable,
  view,
} from '#platform/pdf/pdf-layout.ts'
import { directionsUrl } from '../describe-details.ts'
import type { Unit } from '../rules.ts'
import {
  describeDistance,
  describeForReading,
  describeType,
  type ListedProvider,
  phoneUrl,
} from './listed-providers.ts'
import { listMessages as listText, mailMessages as mailText } from './search-messages.ts'

/** The data of the PDF; `day` is its date, for example "2026-11-27", `missing` the number of removed providers. */
export type ProviderListData = {
  company: string
  search: string
  unit: Unit
  day: string
  providers: ListedProvider[]
  missing: number
}

/** Renders the PDF of providers. */
export function render({ company, search, unit, day, providers, missing }: ProviderListData) {
  const shown = providers.map(({ name, addressDisplay, contact }) => ({ name, addressDisplay, contact }))
  const drawn = { company, shown }
  return pdfDocument(
    {
      title: `${listText.title}: ${listText.count(providers.length)}`,
      author: company,
      madeAt: new Date(day),
    },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader(drawn, listText.title),
        text(look.about, toLines(listText.prepared(search, formatDay(day)), sheetWidth, 9.5)),
        text(look.about, listText.count(providers.length)),
        missing > 0 && text(look.about, listText.missing(missing)),
        ...providers.map((each, index) => card(each, index, unit)),
        text(look.advice, mailText.callFirst),
      ),
      pageFooter((page, pages) => listText.page(company, page, pages)),
    ),
  )
}

const numberWidth = 24
const contactWidth = 150
const mainWidth = sheetWidth - numberWidth - contactWidth - 16

function card(given: ListedProvider, index: number, unit: Unit) {
  const { name, addressDisplay, phone, fax, contact, network } = given
  const line = (content: string, style: Style = {}, width = mainWidth, size = 9.5) =>
    content !== '' && text(style, toLines(content, width, size))
  const aside = (content: string | null, label: string) =>
    content && line(`${label} ${content}`, {}, contactWidth)
  return unbreakable(
    look.card,
    text(look.number, `${index + 1}`),
    view(
      { width: mainWidth },
      line(name, look.name, mainWidth, 11),
      line(describeType(given), look.quiet),
      line(addressDisplay),
      line(describeDistance(given, unit), look.detail),
      ...describeForReading(given).map((detail) => line(detail, look.detail)),
    ),
    view(
      { width: contactWidth },
      phone && call(given, toLines(phone, contactWidth, 11)),
      aside(fax, mailText.fax),
      aside(contact, mailText.contact),
      link(look.link, directionsUrl(given), mailText.directions),
      line(network, look.detail, contactWidth),
    ),
  )
}

function call(given: ListedProvider, phone: string): Element {
  const url = phoneUrl(given)
  return url ? link(look.phone, url, phone) : text(look.phone, phone)
}

const look = {
  about: { color: palette.quiet },
  card: {
    flexDirection: 'row',
    columnGap: 8,
    borderBottom: `0.5 solid ${palette.hairline}`,
    paddingVertical: 8,
  },
  number: { width: numberWidth, fontSize: 11, color: palette.quiet },
  name: { fontSize: 11, fontWeight: 700, color: palette.blue },
  quiet: { color: palette.quiet },
  detail: { color: palette.quiet, fontSize: 8.5 },
  phone: { fontSize: 11, fontWeight: 700, color: palette.blue, textDecoration: 'none' },
  link: { color: palette.blue, textDecoration: 'underline' },
  advice: { marginTop: 12, color: palette.quiet },
} satisfies Record<string, Style>
