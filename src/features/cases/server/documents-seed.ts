import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createRandom, type Random } from '#seed/seeded-random.ts'

/** A demo PDF with the page range of each kind of content. */
export type DemoDocument = { bytes: Uint8Array; parts: Record<PageKind, { first: number; last: number }> }

/** The number of demo files, which the incidents share. */
export const demoFileCount = 40

const [width, height, margin] = [612, 792, 64]
const ink = rgb(0.1, 0.14, 0.2)
const gray = rgb(0.42, 0.47, 0.53)
const hairline = rgb(0.78, 0.81, 0.85)

type Fonts = { plain: PDFFont; bold: PDFFont }

/** Creates a fictitious case file with pages of medical records, documents and bills. */
export async function demoDocument(number: number): Promise<DemoDocument> {
  const random = createRandom(`file ${number}`)
  const [records, documents, bills] = [random.between(4, 9), random.between(2, 5), random.between(5, 7)]
  const parts = {
    record: { first: 1, last: records },
    document: { first: records + 1, last: records + documents },
    bill: { first: records + documents + 1, last: records + documents + bills },
  }
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle('Case file (demo data)')
  document.setLanguage('en-US')
  const fonts = {
    plain: document.embedStandardFont(StandardFonts.Helvetica),
    bold: document.embedStandardFont(StandardFonts.HelveticaBold),
  }
  for (const [kind, { first, last }] of Object.entries(parts) as [
    PageKind,
    { first: number; last: number },
  ][])
    for (let page = first; page <= last; page += 1)
      drawPage(document.addPage([width, height]), { kind, page, of: parts.bill.last, fonts, random })
  return { bytes: await document.save({ useObjectStreams: number % 2 === 0 }), parts }
}

type PageContent = { kind: PageKind; page: number; of: number; fonts: Fonts; random: Random }

function drawPage(pdfPage: PDFPage, { kind, page, of, fonts, random }: PageContent) {
  const { titles, lines } = pages[kind]
  let y = height - margin
  const write = (text: string, size: number, font = fonts.plain, color = ink) => {
    pdfPage.drawText(text, { x: margin, y, size, font, color })
    y -= size * 1.7
  }
  write('SAMPLE GENERAL HOSPITAL', 9, fonts.bold, gray)
  y -= 10
  write(random.oneOf(titles), 18, fonts.bold)
  drawRule(pdfPage, y + 8)
  y -= 8
  const unused = random.shuffle(lines)
  while (unused.length > 0) {
    for (const text of unused.splice(0, random.between(2, 4)))
      if (kind === 'bill') y = drawCharge(pdfPage, y, { text, fonts, random })
      else write(text, 10)
    y -= 10
  }
  pdfPage.drawText('Demo data. All people are fictitious.', {
    x: margin,
    y: 40,
    size: 8,
    font: fonts.plain,
    color: gray,
  })
  const pageNumber = `Page ${page} of ${of}`
  const x = width - margin - fonts.plain.widthOfTextAtSize(pageNumber, 8)
  pdfPage.drawText(pageNumber, { x, y: 40, size: 8, font: fonts.plain, color: gray })
}

function drawCharge(
  pdfPage: PDFPage,
  y: number,
  { text, fonts, random }: { text: string; fonts: Fonts; random: Random },
) {
  const amount = `${random.between(20, 900)}.${String(random.between(0, 99)).padStart(2, '0')}`
  pdfPage.drawText(text, { x: margin, y, size: 10, font: fonts.plain, color: ink })
  const x = width - margin - fonts.plain.widthOfTextAtSize(amount, 10)
  pdfPage.drawText(amount, { x, y, size: 10, font: fonts.plain, color: ink })
  drawRule(pdfPage, y - 5)
  return y - 18
}

const drawRule = (pdfPage: PDFPage, y: number) =>
  pdfPage.drawLine({
    start: { x: margin, y },
    end: { x: width - margin, y },
    thickness: 0.6,
    color: hairline,
  })

/** Fictional incidents: the event, the diagnosis and the treatment. */
export const incidentTexts = [
  ['Fell on wet stairs', 'Closed fracture of the left distal radius', 'closed reduction and casting'],
  ['Bicycle accident', 'Concussion with multiple contusions', 'two nights of inpatient observation'],
  ['Sudden chest pain', 'Noncardiac chest pain', 'cardiac workup with normal results'],
  ['Food poisoning', 'Acute gastroenteritis', 'IV fluids and antiemetics'],
  ['Skiing accident', 'Anterior cruciate ligament tear', 'knee brace, with surgery planned at home'],
  ['High fever', 'Right lower lobe pneumonia', 'IV antibiotics and four days of inpatient care'],
  ['Dog bite', 'Bite wound of the right forearm', 'wound irrigation and rabies prophylaxis'],
  ['Toothache', 'Abscessed molar', 'extraction'],
  ['Allergic reaction', 'Acute urticaria', 'antihistamines and observation'],
  ['Car accident', 'Cervical strain (whiplash)', 'X-rays, cervical collar and physical therapy'],
  ['Jellyfish sting', 'Local skin reaction', 'topical corticosteroid'],
  ['Abdominal pain', 'Acute appendicitis', 'laparoscopic appendectomy'],
  ['Heat exposure', 'Heat exhaustion', 'cooling and IV fluids'],
  ['Diving accident', 'Barotrauma of the middle ear', 'decongestants and follow-up visits'],
  ['Flank pain', 'Kidney stone', 'pain management; stone passed spontaneously'],
] as const

export const noteKinds = {
  first: 'Intake',
  between: ['Call', 'Email', 'Follow-up', 'Review'],
  last: 'Closing',
} as const

export const noteTexts = [
  'Called the patient, who is feeling better and will send the remaining receipts.',
  'The hospital confirmed the admission and requested a guarantee of payment.',
  'Requested the itemized bill and the discharge summary from the provider.',
  'Medical records received and filed.',
  'The attending physician recommends two more inpatient days.\nReviewed with our medical director, who agrees.',
  'Bill repriced under the network agreement; accepted by the provider.',
  'The family asked when the patient can travel. Requested a fit-to-fly certificate.',
  'No response from the billing office. Sent a reminder by email.',
  'Received the translated report.',
  'Case reviewed: treatment was medically necessary and appropriate.',
] as const

export const paymentStatuses = ['Paid', 'Paid', 'Paid', 'Approved', 'In Review'] as const

/** Titles and body text of the pages in the demo files. */
const pages = {
  record: {
    titles: [
      'Emergency Department Report',
      'Laboratory Results',
      'Radiology Report',
      'Discharge Summary',
      'Progress Notes',
    ],
    lines: [
      'Patient arrived ambulatory, alert and oriented x3, in no acute distress.',
      'Vitals: BP 124/78, HR 82, temp 98.8 °F, SpO2 98% on room air.',
      'Abdomen: soft, nontender, no guarding; bowel sounds normal.',
      'Lungs: clear to auscultation bilaterally. Heart: regular rate and rhythm.',
      'Labs: hemoglobin 13.8 g/dL, WBC 9.4 K/uL, platelets 251 K/uL, CRP 12 mg/L.',
      'Imaging: no acute fracture on two views.',
      'Patient tolerated the procedure well and was observed overnight.',
      'Medications: acetaminophen 1 g by mouth as needed, up to four times daily.',
      'Follow up with primary care physician within one week.',
    ],
  },
  document: {
    titles: ['Guarantee of Payment', 'Release of Information', 'Correspondence', 'Claim Form'],
    lines: [
      'Our case management team is handling this claim.',
      'Please send the itemized bill and all medical records to the address on this letter.',
      'By signing below, the patient authorizes the release of medical records for this treatment.',
      'This guarantee covers medically necessary treatment, up to the stated amount.',
      'Please direct questions to the case manager whose signature appears below.',
    ],
  },
  bill: {
    titles: ['Statement of Charges', 'Invoice'],
    lines: [
      'Room and board, semiprivate',
      'Emergency department visit, level 4',
      'Laboratory, general',
      'Radiology, diagnostic',
      'Pharmacy',
      'Medical and surgical supplies',
      'Professional fees',
    ],
  },
} as const
type PageKind = keyof typeof pages

const places = [
  'Miami, FL',
  'New York, NY',
  'Orlando, FL',
  'Denver, CO',
  'Kingston, Jamaica',
  'Montego Bay, Jamaica',
  'Zürich, Switzerland',
  'Madrid, Spain',
  'Toronto, Canada',
  'Tokyo, Japan',
]

/** What the back office knows of the provider and the member; by its number, so that the random numbers of other rows stay the same. */
export const describeProvider = (number: number, client: string) => ({
  network: ['Core Network', 'Global Network', 'Core Network', 'none', null][(number * 7) % 5] ?? null,
  providerType: ['Hospital', 'Clinic', 'Laboratory', 'Pharmacy', null][(number * 3) % 5] ?? null,
  providerPlace: places[(number * 13) % places.length] ?? null,
  memberGroup: client === 'LAG1' ? null : (['Gold', 'Silver', 'Basic'][(number * 5) % 3] ?? null),
})
