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

const labels = messages.document

export type CertificateData = Certificate & { company: string }

/** Renders the certificate of an erasure. It names no person. */
export function render(data: CertificateData) {
  const { number, kind, client, erasedAt, erasedBy, counts, publicKey, company } = data
  const rows = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => [describeTable(name, kind), String(count)] as const)
  return pdfDocument(
    { title: `${labels.title} ${number}`, author: company, madeAt: new Date(erasedAt) },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader({ company }, labels.title),
        fieldList([
          [labels.number, number],
          [labels.person, labels.kinds[kind]],
          [labels.client, client],
          [labels.erasedAt, erasedAt],
          [labels.erasedBy, erasedBy],
        ]),
        section(labels.what),
        table([{ share: 4 }, { share: 1, isNumber: true }], labels.columns, rows),
        section(labels.trail),
        paragraphs(kind === 'client' ? labels.clientTrailText : labels.trailText(number)),
        section(labels.backups),
        paragraphs(labels.backupsText),
        section(labels.proof),
        fieldList([
          [labels.hash, hashStatement(data)],
          [labels.key, fingerprint(publicKey)],
        ]),
      ),
      pageFooter((page, pages) => labels.page(number, page, pages)),
    ),
  )
}
