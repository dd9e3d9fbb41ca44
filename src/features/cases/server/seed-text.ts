/** Fictional incidents and treatments for the demo data. */
export const mishaps = [
  ['Fell on wet stairs', 'Fracture of the left wrist', 'closed reduction and cast'],
  ['Bicycle accident', 'Concussion and bruises', 'observation for two nights'],
  ['Sudden chest pain', 'Noncardiac chest pain', 'cardiac work-up without findings'],
  ['Food poisoning', 'Acute gastroenteritis', 'fluids and rest'],
  ['Skiing accident', 'Rupture of the cruciate ligament', 'brace, surgery planned at home'],
  ['High fever', 'Right-sided pneumonia', 'antibiotics, four days in the hospital'],
  ['Dog bite', 'Bite wound of the forearm', 'wound care and vaccination'],
  ['Toothache', 'Abscess of a molar', 'extraction'],
  ['Allergic reaction', 'Urticaria after a meal', 'antihistamines and observation'],
  ['Car accident', 'Whiplash of the neck', 'X-rays, collar and physiotherapy'],
  ['Jellyfish sting', 'Local reaction of the skin', 'topical treatment'],
  ['Abdominal pain', 'Acute appendicitis', 'laparoscopic appendectomy'],
  ['Sunstroke', 'Heat exhaustion', 'cooling and fluids'],
  ['Diving accident', 'Ear barotrauma', 'rest and follow-up visits'],
  ['Renal colic', 'Kidney stone', 'pain relief, stone passed'],
] as const

export const noteKinds = {
  first: 'Intake',
  between: ['Call', 'E-mail', 'Follow-up', 'Review'],
  last: 'Closing',
} as const

export const noteTexts = [
  'Called the patient. They feel better and will send the remaining receipts.',
  'The hospital confirmed the admission and asks for a guarantee of payment.',
  'Asked the provider for the itemized bill and the discharge report.',
  'Medical records were received and filed.',
  'The treating physician recommends two more days in the hospital.\nReviewed with our medical director: agreed.',
  'The bill was repriced under the network agreement; the provider accepted.',
  'The family asked when the patient can travel. Fit-to-fly certificate requested.',
  'No answer from the billing office; a reminder was sent by e-mail.',
  'The translation of the report arrived.',
  'The case was reviewed: treatment was necessary and appropriate.',
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
      'The patient arrived on foot, awake and oriented.',
      'Blood pressure 124/78, pulse 82, temperature 37.1 C, oxygen saturation 98 %.',
      'The abdomen is soft, there is no guarding, bowel sounds are normal.',
      'Lungs are clear on both sides; heart sounds are regular.',
      'Hemoglobin 13.8 g/dl, white blood cells 9.4, platelets 251, C-reactive protein 12.',
      'No fracture is seen on two views.',
      'The patient tolerated the procedure well and was observed overnight.',
      'Medication: acetaminophen 1 g as needed, at most four times a day.',
      'Follow-up with the primary care physician within one week.',
    ],
  },
  document: {
    titles: ['Guarantee of Payment', 'Release of Information', 'Correspondence', 'Claim Form'],
    lines: [
      'We confirm that this case is being looked after under the number above.',
      'Please send the itemized bill and all medical reports to the address of this letter.',
      'The signature below releases the medical information of this treatment.',
      'This guarantee covers treatment that is medically necessary, up to the stated amount.',
      'Please direct questions to the case manager who signed this letter.',
    ],
  },
  bill: {
    titles: ['Statement of Charges', 'Invoice'],
    lines: [
      'Room and board, semi-private',
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
