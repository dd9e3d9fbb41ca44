import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { readTypeWords } from './build-vocabulary.ts'
import { createTypeMatcher } from './create-type-matcher.ts'

const database = setUpDatabase()
const types = readTypeWords()
const match = createTypeMatcher(types)
const nameById = new Map(types.map(({ id, names }) => [id, names[0]]))
const suggest = (text: string) => match(text).map((id) => nameById.get(id))

/** Each expected type, and phrases that must find it among the first three. */
const expected: Readonly<Record<string, string>> = {
  Pediatrics:
    'Pediatrician; kids doctor; childrens doctor; paediatrician; baby doctor; Kinderarzt; pediatra; pediatrition',
  Cardiology:
    'cardiologist; heart doctor; doctor for my heart; heart specialist near me; Kardiologe; cardiólogo; cardiolgist; herzarzt',
  'Cardiology, children': 'child heart doctor; pediatric cardiologist; heart doctor for kids',
  'Cardiology, heart rhythm': 'electrophysiologist; afib doctor; pacemaker',
  'Emergency center, freestanding':
    'emergency room; ER; E.R.; A&E; a and e; casualty; sala de emergencias; Notaufnahme; emergancy room',
  'Urgent care center':
    'urgant care; urgentcare; walk-in clinic; walkin clinic; minor injuries unit; out of hours GP; sprained ankle; urgent car',
  'Obstetrics and gynecology':
    'OB-GYN; obgyn; OB/GYN; ob gyn; women’s doctor; ginecólogo; Frauenarzt; gynaecologist; lady doctor',
  'Ear, nose and throat':
    'ear nose throat; ENT; throat nose ear; HNO; otorrino; sinus doctor; otolaryngologist; tonsillitis',
  'Imaging center': 'x-ray; xray; x ray; CAT scan; cat-scan; CT; ultrasound; sonogram; radiografía; Röntgen',
  'Imaging center, MRI': 'MRI; MRT; open mri; resonancia magnética; brain scan mri',
  'Imaging center, breast': 'mammogram; mamogram; breast screening; mammography',
  Dermatology: 'dermatologist; skin doctor; derm; acne; eczema; Hautarzt; skin rash on arm; dermatoligist',
  Dentistry: 'dentist; dentsit; tooth doctor; Zahnarzt; dentista; toothache; teeth',
  'Dentistry, children': 'kids dentist; pediatric dentist; dentist for children; Kinderzahnarzt',
  Orthodontics: 'braces; orthodontist; Invisalign; teeth straightening; Zahnspange',
  Endodontics: 'root canal; endodontist',
  'Dental hygiene': 'teeth cleaning; dental hygienist; scale and polish',
  'Dentistry, oral surgery': 'wisdom teeth; tooth extraction; oral surgeon',
  Orthopedics: 'bone doctor; orthopedist; orthopaedic surgeon; broken arm; knee pain; ortopedista',
  'Orthopedics, joint replacement': 'hip replacement; knee replacement surgeon; new knee',
  'Orthopedics, hand surgery': 'hand surgeon; carpal tunnel; trigger finger',
  'Orthopedics, spine surgery': 'back surgeon; herniated disc; spine doctor',
  Ophthalmology: 'eye doctor; opthalmologist; cataracts; Augenarzt; oculista; eye specialist',
  Optometry: 'eye exam; optometrist; eye test; optomitrist; contact lens exam',
  'Eyewear shop': 'glasses; eyeglasses shop; gafas; Optiker; contact lenses',
  'Hearing aid shop': 'hearing aids; Hörgeräte; hearing aid batteries',
  Audiology: 'audiologist; hearing test; hearing doctor',
  Gastroenterology:
    'stomach doctor; GI; gastroenterologist; gastroentrologist; acid reflux; IBS; tummy doctor',
  'Endocrinology and diabetes': 'diabetes doctor; thyroid; hormone specialist; endocrinoligist',
  Neurology: 'neurologist; brain doctor; migraine; headache specialist; epilepsy; neruologist',
  Neurosurgery: 'brain surgeon; neurosurgeon; Neurochirurg',
  Nephrology: 'kidney doctor; renal specialist; nephrologist; nefrólogo',
  'Dialysis center': 'dialysis; dialysis near me; Dialyse; hemodiálisis; kidney dialysis',
  Pulmonology: 'lung doctor; pulmonologist; asthma; COPD; Lungenarzt; pulmonoligist',
  Oncology: 'cancer doctor; oncologist; chemo; Onkologe; oncólogo',
  'Hematology and oncology': 'blood cancer; leukemia; lymphoma',
  Rheumatology: 'arthritis; rheumatologist; rhumatologist; lupus',
  Urology: 'urologist; prostate; men’s health; bladder doctor; vasectomy',
  'Allergy and immunology': 'allergist; hay fever; alergist; allergy test; cat allergy; allergic to cats',
  'Infectious diseases': 'travel vaccine; HIV; tropical medicine; malaria',
  Psychiatry: 'psychiatrist; psychiatrist accepting new patients; shrink; bipolar; pyschiatrist; psiquiatra',
  Psychology: 'psychologist; talk therapy; pychologist; Psychologe; psicólogo',
  'Counseling, mental health': 'therapist; counsellor; counselor; grief counseling',
  'Counseling, couples and families': 'marriage counseling; couples therapy; family therapist',
  'Physical therapy':
    'physical therapist; physio; physiotherapy; fisioterapia; PT; pyhsical therapist; Krankengymnastik',
  'Occupational therapy': 'occupational therapist; OT; Ergotherapie',
  'Speech and language therapy': 'speech therapist; SLP; stutter; Logopäde',
  Chiropractic: 'chiropractor; chiropracter; back cracker',
  Podiatry: 'foot doctor; podiatrist; chiropodist; ingrown toenail',
  'Surgery, general': 'surgeon; hernia; appendix; gallbladder surgery; cirujano; Chirurg',
  'Surgery, vascular': 'vein clinic; varicose veins; vascular surgeon',
  'Surgery, colon and rectum': 'hemorrhoids; proctologist; colorectal surgeon',
  'Plastic surgery': 'plastic surgeon; nose job; cosmetic surgery',
  'Heart and chest surgery': 'heart surgeon; surgeon heart; open heart surgery',
  'Family medicine': 'doctor; family doctor; PCP; primary care doctor; Hausarzt; médico de familia',
  'General practice': 'GP; general practitioner; GP surgery; médico general',
  'Hospital, acute care': 'hospital; hospitle; hospitals; Krankenhaus',
  "Hospital, children's": 'children’s hospital; pediatric hospital; Kinderkrankenhaus',
  'Veterans (VA) clinic': 'VA clinic; veterans; VA',
  'Pharmacy, general':
    'pharmacy; drug store; drugstore; chemist; Apotheke; farmacia; pharmacies; farmacia 24 horas',
  'Pharmacy, mail order': 'online pharmacy; mail order pharmacy',
  'Laboratory, medical': 'blood test; lab; lab work; análisis de sangre; labratory',
  'Medical equipment and supplies': 'wheelchair; DME; crutches; wheelchair rental; Rollstuhl',
  'Oxygen equipment': 'home oxygen; oxygen tank',
  'Ambulance, all kinds': 'ambulance; Krankenwagen; ambulancia; paramedics',
  'Ambulance, air': 'air ambulance; rescue helicopter; medical flight',
  'Nursing home': 'nursing home; old people’s home; Pflegeheim; care home',
  'Memory care center': 'memory care; dementia care; alzheimers',
  'Home nursing and therapy': 'home health; visiting nurse; district nurse',
  'Hospice, at home': 'hospice; palliative care',
  'Addiction rehabilitation center, residential': 'drug rehab; detox; alcohol rehab',
  'Fertility clinic': 'IVF; fertility clinic; egg freezing',
  'Family planning clinic': 'birth control; sexual health clinic; planned parenthood',
  'Pain medicine': 'pain management; chronic pain; back pain',
  'Sleep medicine': 'sleep apnea; insomnia; sleep doctor',
  Midwifery: 'midwife; Hebamme; partera; home birth',
  'Nurse anesthetist': 'CRNA; nurse anaesthetist',
  Dietetics: 'dietitian; dietician; diatician; diet',
  'Child development and behavior': 'autism; ADHD; developmental pediatrician',
  'Kidney stone (lithotripsy) center': 'kidney stones; lithotripsy',
  'Diving and hyperbaric medicine': 'dive doctor; hyperbaric chamber; the bends',
}

const cases = Object.entries(expected).flatMap(([type, phrases]) =>
  phrases.split('; ').map((phrase) => ({ phrase, type })),
)

test.each(cases)('$phrase finds $type among the first three', ({ phrase, type }) => {
  expect(suggest(phrase).slice(0, 3)).toContain(type)
})

test.each([
  ['heart doctor', 'Cardiology'],
  ['child heart doctor', 'Cardiology, children'],
  ['kids dentist', 'Dentistry, children'],
  ['nursing home', 'Nursing home'],
  ['pharmacist', 'Pharmacist services'],
  ['hospital', 'Hospital, acute care'],
  ['emergency hospital', 'Hospital, acute care'],
  ['freestanding ER', 'Emergency center, freestanding'],
])('%s finds %s first', (phrase, type) => {
  expect(suggest(phrase)[0]).toBe(type)
})

test.each(['er', 'emergency room', 'emergency', 'ED', 'notaufnahme'])(
  '%s finds hospitals, which have most emergency rooms, before emergency centers',
  (text) => {
    expect(suggest(text).slice(0, 2)).toEqual(['Hospital, acute care', 'Emergency center, freestanding'])
  },
)

/** Where a doctor's office sends people with a complaint, and what they type. */
const complaints: Readonly<Record<string, string>> = {
  'Urgent care center':
    'ear infection; earache; ear ache; otitis; otitis media; swimmer’s ear; fever; high fever; flu; cough; bronchitis; sore throat; strep throat; sinus infection; rash; skin rash; pink eye; conjunctivitis; stomach pain; stomach ache; my stomach hurts; vomiting; throwing up; diarrhea; food poisoning; UTI; urinary tract infection; burning when I pee; sprained ankle; twisted knee; broken arm; deep cut; stitches; jellyfish sting; dog bite; headache; dehydrated; lost my medication; ear infecton; broken wrist; I have a fever',
  Pediatrics:
    'my child has an ear infection; child ear infection; my baby has a fever; my son has a fever child; my kid is sick; sick child; baby rash; child vomiting; croup; chickenpox; pediatric urgent care; kids urgent care',
  'Emergency center, freestanding':
    'chest pain; heart attack; stroke; can’t breathe; shortness of breath; severe bleeding; pregnant and bleeding; allergic reaction; asthma attack; overdose; hit my head; seizure; fainted',
  'Mental health center': 'panic attack; anxiety attack',
  Dentistry: 'toothache; tooth pain; my tooth hurts',
  Obstetrics: 'pregnant; I am pregnant; morning sickness',
}

const complained = Object.entries(complaints).flatMap(([type, texts]) =>
  texts.split('; ').map((text) => ({ text, type })),
)

test.each(complained)('people with “$text” go to $type first', ({ text, type }) => {
  expect(suggest(text)[0]).toBe(type)
})

test.each([
  'ear infection',
  'my child has an ear infection',
  'rash',
  'pink eye',
  'fever',
  'panic attack',
  'stomach pain',
])('for “%s”, urgent care is among the first three', (text) => {
  expect(suggest(text).slice(0, 3)).toContain('Urgent care center')
})

test('every name of a type finds it first', () => {
  const others = types.filter(({ names: [name = ''] }) => suggest(name)[0] !== name)
  expect(others.map(({ names }) => names[0])).toEqual([])
})

test('finds a type from the beginning of its last word, with one slip after five letters', () => {
  for (const typed of ['card', 'cardiol', 'cardiolo', 'cardiolgi', 'heart doc'])
    expect(suggest(typed), typed).toContain('Cardiology')
})

describe('suggests nothing for', () => {
  test.each([
    'vet',
    'vets',
    'veterinarian',
    'animal hospital',
    'pet clinic',
    'dog groomer',
    'cat hotel',
    'plumber',
    'emergency plumber',
    'car rental',
    'car wash',
    'lawyer',
    'accident lawyer',
    'tree surgeon',
    'driving school',
    'hotel',
    'restaurant',
    'pizza',
    'bank',
    'hair salon',
    'coffee shop',
    'home office',
    'swimming pool',
    'flower shop',
    'notary',
    'travel insurance',
    'dry cleaning',
    'police station',
    'tax advisor',
    'babysitter',
    'asdfghjkl',
    'xyzzy',
    '🙂',
    'مستشفى',
    '病院',
    '<script>alert(1)</script>',
    '%_\\\'";--',
    ' ',
    '',
    '\u0000',
  ])('%j', (text) => {
    expect(match(text)).toEqual([])
  })
})

test('ignores all but the beginning of a long text', () => {
  expect(suggest(`cardiologist ${'a'.repeat(5000)}`)).toEqual([])
  expect(match('\u0301'.repeat(5000))).toEqual([])
})

test('the vocabulary has an entry for each provider type, under its name, and no other', async () => {
  const rows = await queryRows(
    database.databaseContext.app,
    z.object({ id: z.string(), description: z.string() }),
    sql`select id, description from provider_type`,
  )
  const listed = types.map(({ id, names }) => `${id} ${names[0]}`).toSorted()
  expect(listed).toEqual(rows.map(({ id, description }) => `${id} ${description}`).toSorted())
})

test('no phrase is listed twice for a type', () => {
  for (const { names, related, complaints } of types) {
    const all = [...names.slice(1), ...related, ...complaints]
    expect(new Set(all).size, names[0]).toBe(all.length)
  }
})
