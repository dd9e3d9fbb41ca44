import { expect, test } from 'vitest'
import { readTypeWords } from './build-vocabulary.ts'
import { createTypeDecision } from './create-type-decision.ts'
import { createTypeMatcher } from './create-type-matcher.ts'

const types = readTypeWords()
const match = createTypeMatcher(types)
const decide = createTypeDecision(types)
const nameById = new Map(types.map(({ id, names }) => [id, names[0]]))

/** What a text means if these providers are suggested for it: the name of a type, or "a name". */
function mean(text: string, providers: readonly string[]) {
  const [best] = match(text)
  return best !== undefined && decide(text, best, providers) ? nameById.get(best) : 'a name'
}

const swingBeds = 'Fargo Hospital Swing Bed Unit'

test.each([
  // Names of types, although a provider's name has the same words.
  ['hospital', [swingBeds], 'Hospital, acute care'],
  ['Hospitals', [swingBeds], 'Hospital, acute care'],
  ['urgent care', ['Miami Urgent Care'], 'Urgent care center'],
  ['er', ['Miami ER Physicians'], 'Hospital, acute care'],
  ['E.R.', ['Miami ER Physicians'], 'Hospital, acute care'],
  ['emergency room', ['Emergency Room Physicians'], 'Hospital, acute care'],
  ['heart doctor', ['The Heart Doctor'], 'Cardiology'],
  ['doctor for my heart', ['Heart Doctor'], 'Cardiology'],
  ['dentist', ['Bright Smile Dentist'], 'Dentistry'],
  ['pharmacies', ['Pharmacies of Tampa'], 'Pharmacy, general'],
  ['general pharmacy', ['General Pharmacy'], 'Pharmacy, general'],
  // Types with typos, or in words that no name has: a name that only resembles them is not meant.
  ['urgant care', ['Urgent Care of Lauderdale'], 'Urgent care center'],
  ['kids doctor', ['Glimmer Crest All Kinds Ambulance'], 'Pediatrics'],
  ['heart doctor', ['Heart Docks Marina'], 'Cardiology'],
  ['cardiolgist', ['Cardiologist Group'], 'Cardiology'],
  ['hospitle', [swingBeds], 'Hospital, acute care'],
  ['sprained ankle', ['Ankle and Foot Clinic'], 'Urgent care center'],
  ['cardiologist', [], 'Cardiology'],
  // Names that contain words of types.
  ['mercy hospital', ['Mercy Hospital'], 'a name'],
  ['hospital mercy', ['Mercy Hospital'], 'a name'],
  ['Coral Dental', ['Coral Dental'], 'a name'],
  ['ORAL CARE KÖLN', ['Oral Care Koln'], 'a name'],
  ['st marys hospital', ['St. Mary’s Hospital'], 'a name'],
  ['baptist urgent care', ['Baptist Health Urgent Care'], 'a name'],
  ['planned parenthood', ['Planned Parenthood of Miami'], 'a name'],
  ['cvs minute clinic', ['CVS MinuteClinic', 'CVS Minute Clinic'], 'a name'],
  // No type: a name, also with a typo, partly typed, or unknown.
  ['mercy hospitl', ['Mercy Hospital'], 'a name'],
  ['mercy hosp', ['Mercy Hospital'], 'a name'],
  ['jonhs hopkins', ['Johns Hopkins Bayview'], 'a name'],
  ['glimmer crest', [], 'a name'],
  ['emergency plumber', [], 'a name'],
  ['305 555 0101', ['Mercy Hospital'], 'a name'],
  ['1770000003', ['Mercy Hospital'], 'a name'],
  ['🙂', [], 'a name'],
])('“%s” with %j means %s', (text, providers, meaning) => {
  expect(mean(text, providers)).toBe(meaning)
})

test('of a name that is typed in part, the type wins: only whole words tell them apart', () => {
  expect(mean('coral dent', ['Coral Dental'])).not.toBe('a name')
})
