import { fingerprint } from '#platform/db/audit-checkpoint-file.ts'
import {
  fieldList,
  letterPage,
  pageFooter,
  pageHeader,
  paragraphs,
  pdfDocument,
  section,
  styles,
  table,
  view,
} from '#platform/pdf/pdf-layout.ts'
import { describeTable, messages } from '../messages.ts'
import { type Certificate, hashStatement } from './erasure-statements.ts'

const text = messages.document

export type CertificateData = Certificate & { company: string }

/** Renders the certificate of an erasure. It names no person. */
export function render(data: CertificateData) {
  const { number, kind, client, erasedAt, erasedBy, counts, publicKey, company } = data
  const rows = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => [describeTable(name, kind), String(count)] as const)
  return pdfDocument(
    { title: `${text.title} ${number}`, author: company, madeAt: new Date(erasedAt) },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader({ company }, text.title),
        fieldList([
          [text.number, number],
          [text.person, text.kinds[kind]],
          [text.client, client],
          [text.erasedAt, erasedAt],
          [text.erasedBy, erasedBy],
        ]),
        section(text.what),
        table([{ share: 4 }, { share: 1, isNumber: true }], text.columns, rows),
        section(text.trail),
        paragraphs(kind === 'client' ? text.clientTrailText : text.trailText(number)),
        section(text.backups),
        paragraphs(text.backupsText),
        section(text.proof),
        fieldList([
          [text.hash, hashStatement(data)],
          [text.key, fingerprint(publicKey)],
        ]),
      ),
      pageFooter((page, pages) => text.page(number, page, pages)),
    ),
  )
}
