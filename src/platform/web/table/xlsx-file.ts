import { strToU8, Zip, ZipDeflate } from 'fflate'
import { escapeXml } from '../../contract/normalize-text.ts'

/** A cell of a workbook: empty, text, or a number with its format. */
export type XlsxCell = null | { text: string } | { number: number; format: string }

/** A sheet of a workbook. Its rows are read one by one, so that they need not exist at once. */
export type XlsxSheet = {
  name: string
  head: readonly string[]
  /** The width of each column, in characters. */
  widths: readonly number[]
  rows: Iterable<readonly XlsxCell[]>
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** How many rows are written at once. In between, the page can respond. */
const rowsAtOnce = 2000

/**
 * Writes an Excel workbook (ECMA-376) row by row, so that 100,000 rows need little more memory than the compressed
 * file. The column names are bold and stay in view. Text is never a formula.
 */
export async function writeXlsx(sheets: readonly XlsxSheet[]): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    pieces.push(bytes as Uint8Array<ArrayBuffer>)
  })
  const begin = (path: string) => {
    const file = new ZipDeflate(path, { level: 6 })
    zip.add(file)
    return (xml: string, isLast = false) => file.push(strToU8(xml), isLast)
  }
  const add = (path: string, xml: string) => begin(path)(declaration + xml, true)
  const formats = new Map<string, number>()
  for (const [at, sheet] of sheets.entries())
    await writeSheet(sheet, begin(`xl/worksheets/sheet${at + 1}.xml`), formats)
  add('xl/styles.xml', toStyles([...formats.keys()]))
  add('xl/workbook.xml', toWorkbook(sheets))
  add('xl/_rels/workbook.xml.rels', toWorkbookRelations(sheets))
  add(
    '_rels/.rels',
    relations([`<Relationship Id="rId1" Type="${officeRelation}/officeDocument" Target="xl/workbook.xml"/>`]),
  )
  add('[Content_Types].xml', toContentTypes(sheets))
  zip.end()
  return new Blob(pieces, { type: xlsxType })
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'

/** The style of column names; the style of a number is that of its format. */
const boldStyle = 1
const firstFormatStyle = 2

async function writeSheet(
  { head, widths, rows }: XlsxSheet,
  push: (xml: string, isLast?: boolean) => void,
  formats: Map<string, number>,
) {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const names = head.map(nameColumn)
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  push(
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
      `${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>` +
      `<row r="1">${head.map((name, at) => toTextCell(`${names[at]}1`, name, ` s="${boldStyle}"`)).join('')}</row>`,
  )
  let [number, xml] = [1, '']
  for (const row of rows) {
    number += 1
    const cells = row.map((cell, at) => toCell(`${names[at]}${number}`, cell, formats))
    xml += `<row r="${number}">${cells.join('')}</row>`
    if (number % rowsAtOnce > 0) continue
    push(xml)
    xml = ''
    await new Promise((resolve) => setTimeout(resolve))
  }
  push(`${xml}</sheetData></worksheet>`, true)
}

function toCell(reference: string, cell: XlsxCell, formats: Map<string, number>): string {
  if (cell === null) return ''
  if ('text' in cell) return toTextCell(reference, cell.text)
  const style = formats.get(cell.format) ?? firstFormatStyle + formats.size
  formats.set(cell.format, style)
  return `<c r="${reference}" s="${style}"><v>${cell.number}</v></c>`
}

const toTextCell = (reference: string, text: string, style = '') =>
  `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

/** The name of a column by its index: A, B, …, Z, AA. */
function nameColumn(_: unknown, at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : nameColumn(_, Math.floor(at / 26) - 1) + last
}

/** The font, fill and border that Excel expects, and a style for each number format. */
function toStyles(formats: readonly string[]): string {
  const numberFormats = formats.map(
    (format, at) => `<numFmt numFmtId="${firstFormatId + at}" formatCode="${escapeXml(format)}"/>`,
  )
  const styles = formats.map(
    (_, at) =>
      `<xf numFmtId="${firstFormatId + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
  const bold = '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
  const formatList =
    formats.length > 0 ? `<numFmts count="${formats.length}">${numberFormats.join('')}</numFmts>` : ''
  return (
    `<styleSheet xmlns="${main}">${formatList}` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${formats.length + firstFormatStyle}">${plain}${bold}${styles.join('')}</cellXfs></styleSheet>`
  )
}

/** The first number format that is not built in. */
const firstFormatId = 164

const toWorkbook = (sheets: readonly XlsxSheet[]) =>
  `<workbook xmlns="${main}" xmlns:r="${officeRelation}"><sheets>${sheets
    .map(({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`

const relations = (list: readonly string[]) =>
  `<Relationships xmlns="${packageNamespace}/relationships">${list.join('')}</Relationships>`

const toWorkbookRelations = (sheets: readonly XlsxSheet[]) =>
  relations([
    ...sheets.map(
      (_, at) =>
        `<Relationship Id="rId${at + 1}" Type="${officeRelation}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
    ),
    `<Relationship Id="rId${sheets.length + 1}" Type="${officeRelation}/styles" Target="styles.xml"/>`,
  ])

function toContentTypes(sheets: readonly XlsxSheet[]): string {
  const part = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  return (
    `<Types xmlns="${packageNamespace}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    part('xl/workbook.xml', 'sheet.main') +
    part('xl/styles.xml', 'styles') +
    sheets.map((_, at) => part(`xl/worksheets/sheet${at + 1}.xml`, 'worksheet')).join('') +
    '</Types>'
  )
}
