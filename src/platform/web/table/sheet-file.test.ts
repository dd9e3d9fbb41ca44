import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type Sheet, toCsv, toXlsx } from './sheet-file.ts'

const sheet: Sheet = {
  head: ['ITN', 'Date', 'Total Charges', 'Count', 'Currency'],
  rows: [
    [
      '0042',
      { day: '2026-02-28' },
      { amount: '1870.65', currency: 'USD' },
      { number: 1200, digits: 0 },
      'USD',
    ],
    ['Müller 👩‍⚕️', null, { amount: '-5.00', currency: 'KWD' }, null, null],
  ],
}
const dangerous = ['=1+1', '+1', '-1+1', '@SUM(A1)', '\tx', '\rx', '＝1', ' =1']

async function readSheetXml(of: Sheet) {
  const files = unzipSync(new Uint8Array(await (await toXlsx([of])).arrayBuffer()))
  const text = (name: string) => new TextDecoder().decode(files[name])
  const cells = text('xl/worksheets/sheet1.xml')
  return { cells, texts: cells }
}

describe('a CSV file', () => {
  test('has a byte order mark, names, dates as on the page and plain amounts', () => {
    expect(toCsv([sheet])).toBe(
      '\uFEFFITN,Date,Total Charges,Count,Currency\r\n' +
        '0042,2/28/2026,1870.65,1200,USD\r\n' +
        'Müller 👩‍⚕️,,-5.000,,\r\n',
    )
  })

  test.each(dangerous)('has no formula: %j', (text) => {
    const [, line = ''] = toCsv([{ head: ['Name'], rows: [[text]] }]).split('\r\n', 2)
    expect(line.replace('"', '')).toMatch(/^'/)
  })

  test('has amounts with the decimal places of their currency', () => {
    const amounts = [
      { amount: '5000', currency: 'USD' },
      { amount: '1250.5', currency: 'KWD' },
      { amount: '700', currency: 'JPY' },
      { amount: '-12345678901234567.89', currency: 'USD' },
    ]
    expect(toCsv([{ head: ['Charge'], rows: amounts.map((amount) => [amount]) }])).toBe(
      '\uFEFFCharge\r\n5000.00\r\n1250.500\r\n700\r\n-12345678901234567.89\r\n',
    )
  })

  test('has times as on the page', () => {
    const time = { clockTime: '2026-11-21T14:05:00', shown: '11/21/2026 2:05 PM' }
    expect(toCsv([{ head: ['Received'], rows: [[time]] }])).toBe('\uFEFFReceived\r\n11/21/2026 2:05 PM\r\n')
  })

  test('quotes commas, quotation marks and line breaks', () => {
    expect(toCsv([{ head: ['Note'], rows: [['a, "b"\nc']] }])).toBe('\uFEFFNote\r\n"a, ""b""\nc"\r\n')
  })
})

describe('an Excel file', () => {
  test('has text as text, dates and amounts as numbers with a format, and names that stay in view', async () => {
    const { cells, texts } = await readSheetXml(sheet)
    expect(texts).toContain('>0042<')
    expect(texts).toContain('Müller 👩‍⚕️')
    expect(cells).toMatch(/<v>46081<\/v>/)
    expect(cells).toMatch(/<v>1870.65<\/v>/)
    expect(cells).toMatch(/<v>-5<\/v>/)
    expect(cells).toMatch(/ySplit="1"[^>]*state="frozen"/)
  })

  test('has times as numbers with a format', async () => {
    const time = { clockTime: '2026-11-21T18:00:00', shown: '11/21/2026 6:00 PM' }
    const { cells } = await readSheetXml({ head: ['Received'], rows: [[time]] })
    expect(cells).toMatch(/<v>46347.75<\/v>/)
  })

  test('has amounts with more digits than a number keeps as text', async () => {
    const amounts = ['-12345678901234567.89', '1234567890123.45', '-0.05', '900000000000000000']
    const rows = amounts.map((amount) => [{ amount, currency: 'USD' }])
    const { cells, texts } = await readSheetXml({ head: ['Charge'], rows })
    expect(texts).toContain('>-12345678901234567.89<')
    for (const number of amounts.slice(1)) expect(cells).toContain(`<v>${number}</v>`)
  })

  test('has no formula', async () => {
    const { cells, texts } = await readSheetXml({ head: ['Name'], rows: dangerous.map((text) => [text]) })
    expect(cells).not.toMatch(/<f[ >]/)
    expect(cells.match(/ t="inlineStr"/g)).toHaveLength(dangerous.length + 1)
    expect(texts).toContain('=1+1')
  })

  test('leaves out characters that XML cannot contain, and escapes the others', async () => {
    const { texts } = await readSheetXml({ head: ['Name'], rows: [['a\u0000\u000Bb <i>&']] })
    expect(texts).toContain('ab &lt;i&gt;&amp;')
  })

  test('cuts a text that is too long for a cell', async () => {
    const { texts } = await readSheetXml({ head: ['Note'], rows: [['x'.repeat(40_000)]] })
    expect(texts.match(/x{1000,}/)?.[0]).toHaveLength(32_767)
  })
})
