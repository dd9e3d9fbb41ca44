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
export const pages = {
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
export type PageKind = keyof typeof pages
