/** A word of a text: as typed, in the spelling that languages share, and the key that it shares with its variants. */
export type Word = { typed: string; text: string; key: string }

const shortestStem = 4

/** Words without a meaning of their own; they count only if a text has no others. */
const stopWords: ReadonlySet<string> = new Set(
  `a an the of for in at to my me near nearby is i im need want looking find with and or on who that by from best good
   top local closest nearest please some any around here there we our your can get see have has
   father mother dad mom mum son daughter wife husband parents grandma grandpa grandmother grandfather he she his her it
   el la los las de del para un una y en con al mi der die das fur ein eine einen und von bei im mit am dem den`.split(
    /\s+/,
  ),
)

/** Words that say little about the type of a provider. */
const weakWords = `doctor specialist clinic center office practice medicine medical service care department provider treatment
  problem issue disease disorder condition unit facility help visit appointment consultation place shop store expert
  open late 24 7 hour hr hora stunde night now today area professional health exam test testing check screening accepting
  new patient network based cheap affordable certified licensed experienced english spanish german speaking
  saturday sunday`

/** The variants of a word, the main one first. */
const variants = `
  doctor dr doc docs doctors physician physicians arzt arztin aerztin arzte medico medica doktor
  specialist specialists consultant especialista spezialist facharzt
  clinic clinics klinik clinica
  center centre centers centres ctr cntr centro zentrum
  department dept
  practice practices praxis
  problem problems trouble issues issue
  office offices consultorio
  child children childs childrens kid kids pediatric pediatrics pediatrician pediatricians peds pedi infantil kinder nino ninos toddler toddlers pediatrico
  baby babies infant infants newborn newborns bebe
  teen teens teenager teenagers teenage adolescent adolescents youth youths
  elderly elder elders senior seniors geriatric geriatrics geriatrician older old aged
  surgery surgeon surgeons surgical surgeries operation operations cirugia cirujano cirujana chirurg chirurgie chirurgin
  woman women womens womans female females lady ladys ladies mujer mujeres
  man men mens mans male males
  heart cardiac cardio hearts cardiaco herz corazon
  kidney kidneys renal
  lung lungs pulmonary
  liver hepatic
  stomach tummy belly abdomen abdominal
  bowel bowels gut guts intestine intestines intestinal
  tooth teeth
  foot feet
  eye eyes
  bone bones
  rehab rehabilitation rehabs
  vaccine vaccines vaccination vaccinations vaccinate immunization immunizations immunisation shot shots jab jabs
  blood
  tumor tumour tumors tumours
  counselor counsellor counselors counsellors
  counseling counselling
  alzheimer alzheimers
  addiction addictions addicted addict addicts
  substance substances
  drug drugs
  alcohol alcoholic alcoholics
  exam examination exams exploration
  photo
  glasses eyeglasses spectacles specs
  lab labs laboratory laboratories
  emergency emergencies emerg
  ambulance ambulances
  dietitian dietician dietitians dieticians
  couple couples
  marriage marital
  physio physiotherapy physiotherapist physiotherapists
  diabetes diabetic diabetics
  allergy allergies allergic allergist
  transport transportation transports
  psych psychiatric
  breathing breathe breath
  infertility infertile
  pregnancy pregnant pregnancies
  seizure seizures
  checkup checkups
  injection injections
  ache aches aching
  pain pains painful hurt hurts hurting
  hearing hear`

const mainVariant: ReadonlyMap<string, string> = new Map(
  variants
    .trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.trim().split(' ')
      return words.map((word) => [unifySpelling(word), words[0] ?? word] as const)
    }),
)

const weakKeys: ReadonlySet<string> = new Set(weakWords.split(/\s+/).map((word) => findKey(word)))

/** Whether a word says little about the type of a provider. */
export const isWeak = (key: string): boolean => weakKeys.has(key)

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const maxLength = 100
const maxWords = 10

/**
 * The words of a text, at most ten. Case, accents, apostrophes, plural and endings such as "-ist" and "-ology"
 * make no difference to a word's key, nor do British and American spelling.
 */
export function normalizeWords(text: string): Word[] {
  const plain = text
    .slice(0, maxLength)
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[äöü]/g, (umlaut) => umlauts[umlaut] ?? umlaut)
    .normalize('NFD')
    .replaceAll(/\p{M}|['’`]/gu, '')
    .replaceAll('ß', 'ss')
    // "a&e", "a and e", "pm&r" and "e.r." are one word each.
    .replaceAll(/\b(\w{1,2}) ?(?:&|\band\b) ?(\w)\b/g, '$1$2')
    .replaceAll(/\b(\w)\.(?=\w\b)/g, '$1')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const meaningful = words.filter((word) => !stopWords.has(word))
  const chosen = meaningful.length > 0 ? meaningful : words
  return chosen.slice(0, maxWords).map(toWord)
}

/** A single word, without case and accents. */
export const toWord = (typed: string): Word => ({ typed, text: unifySpelling(typed), key: findKey(typed) })

function findKey(word: string): string {
  const spelling = unifySpelling(word)
  return mainVariant.get(spelling) ?? stem(spelling)
}

/**
 * Spellings that mean the same word in English, German and Spanish as one: "paediatric" and "pediatric", "Kardiologe"
 * and "cardiologo", "physio" and "fisio".
 */
function unifySpelling(word: string): string {
  return word
    .replace(/[ao]e(?=\w)/g, 'e')
    .replace(/(?<=\w{3})our$/, 'or')
    .replaceAll('ph', 'f')
    .replaceAll('k', 'c')
    .replaceAll(/(?<=\w)y/g, 'i')
}

function stem(word: string): string {
  if (word.length < shortestStem || /\d/.test(word)) return word
  const singular = word.replace(/ies$/, 'i').replace(/(?<=[^siu])s$/, '')
  const root = singular
    .replace(/(?<=olog|iatr)(ists?|ian|ician|ia|ie|ico|ical|ic|in|er|en|i|o|a|e)$/, '')
    .replace(/(?<=\w{4})(ician|istri|ist|ical|ic|ing|ed|al|ion)$/, '')
    .replace(/([^aeiou])\1$/, '$1')
  return root.length > shortestStem ? root.replace(/[aeoi]$/, '') : root
}
