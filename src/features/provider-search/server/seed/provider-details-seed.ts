import type { Random } from '#seed/seeded-random.ts'
import type { Column } from '../roster/roster-columns.ts'
import type { DemoType } from './provider-types-seed.ts'

/** What the providers of some types focus on, by the beginning of the types' codes; the first match counts. */
const focuses: readonly (readonly [codes: RegExp, focuses: string])[] = [
  [/^282NC2|^283XC2/, 'Neonatal care, Pediatric surgery, Pediatric emergency care'],
  [/^282NW/, 'Maternity ward, High-risk pregnancy, Breast care'],
  [/^283Q|^273R|^323P/, 'Inpatient psychiatry, Crisis care, Addiction treatment'],
  [/^283X|^273Y/, 'Stroke rehabilitation, Spinal cord injury, Brain injury'],
  [/^28[1-6]/, 'Maternity ward, Cardiac care, Trauma care, Stroke center'],
  [/^261QU|^261QE0002/, 'Same-day visits, X-ray on site, Minor injuries, Travel vaccinations'],
  [/^261QM08|^261QR0405|^3245/, 'Anxiety and depression, Group therapy, Substance use'],
  [/^261QD/, 'Family dentistry, Dental emergencies, Implants'],
  [/^261QP2000|^261QR04/, 'Back pain, After surgery, Sports injuries'],
  [/^261QR02|^335V|^261QM12/, 'MRI and CT, Ultrasound, Mammography'],
  [/^261Q[PMC]|^261Q0|^261QF|^261QR13/, 'Preventive care, Chronic conditions, Women’s health, Vaccinations'],
  [/^333|^3336/, 'Drive-through, Vaccinations, Home delivery'],
  [/^31[0-5]|^25|^385/, 'Short-term rehabilitation, Memory care, Wound care'],
  [/^341/, 'Advanced life support, Patient transfers'],
  [/^207RC|^207RI0011|^2080P0202/, 'Heart failure, Chest pain, Irregular heartbeat, Preventive cardiology'],
  [/^2080/, 'Newborns, Adolescents, Asthma in children, Vaccinations'],
  [/^207Q|^208D|^207R00|^363/, 'Adults, Preventive care, Chronic conditions, Travel medicine'],
  [/^207V|^367A|^176B/, 'Pregnancy care, Menopause, Contraception'],
  [/^207N/, 'Skin cancer, Acne, Eczema'],
  [/^207X|^2251|^225X/, 'Knee and hip, Back and neck, Sports injuries, Hand and wrist'],
  [/^207RG|^208C/, 'Colonoscopy, Reflux, Inflammatory bowel disease'],
  [/^207RX|^207RH|^2085R0001|^2086X/, 'Breast cancer, Lung cancer, Second opinions'],
  [/^207RE/, 'Diabetes, Thyroid, Osteoporosis'],
  [/^207W|^152W/, 'Cataracts, Diabetic eye care, Contact lenses'],
  [/^207Y|^231H/, 'Hearing loss, Sinus problems, Dizziness'],
  [/^2084N|^207T/, 'Migraine, Epilepsy, Stroke follow-up'],
  [/^2084P|^103|^104|^101|^106/, 'Anxiety and depression, Couples, Trauma, ADHD'],
  [/^1223X/, 'Braces, Clear aligners'],
  [/^122|^124|^204E/, 'Cleanings and fillings, Dental emergencies, Implants, Nervous patients'],
  [/^207P/, 'Injuries, Acute illness'],
  [/^2086|^204F|^208G/, 'Minimally invasive surgery, Second opinions'],
  [/^2088/, 'Kidney stones, Prostate, Incontinence'],
  [/^213/, 'Diabetic foot care, Bunions, Heel pain'],
  [/^111|^1711|^2257/, 'Back pain, Neck pain, Headache'],
  [/^133/, 'Diabetes, Weight management, Food allergies'],
]

/** A focus that fits the type, if there is one. Always draws one number, so that what follows does not depend on it. */
export function focusFor({ id }: DemoType, random: Random): string | null {
  const [, listed] = focuses.find(([codes]) => codes.test(id)) ?? []
  const found = random.oneOf(listed?.split(', ') ?? [''])
  return found === '' ? null : found
}

/** Languages besides English in parts of the United States, with the share of providers who speak them. */
const stateLanguages: Readonly<Record<string, string>> = {
  CA: 'es 45, zh 14, tl 9, vi 9, ko 6',
  TX: 'es 50, vi 7, zh 4',
  FL: 'es 40, ht 8, pt 6',
  NY: 'es 35, zh 14, ru 10, ht 5, it 4',
  NJ: 'es 32, pt 6, hi 6, gu 4',
  NM: 'es 50',
  AZ: 'es 40',
  NV: 'es 34, tl 9',
  PR: 'es 100',
  IL: 'es 26, pl 8, zh 4',
  LA: 'fr 12, es 10, vi 5',
  HI: 'ja 18, tl 18, zh 8, ko 6',
  MA: 'es 18, pt 12, zh 7',
  WA: 'es 16, zh 7, vi 6, ru 5',
  GU: 'ch 40, tl 30',
}
const cityLanguages: Readonly<Record<string, string>> = {
  'FL Miami': 'es 82, ht 14, pt 10',
  'FL Hialeah': 'es 95',
  'TX El Paso': 'es 80',
  'TX Laredo': 'es 90',
  'CA San Francisco': 'zh 35, es 25, tl 10, ru 5',
  'MI Dearborn': 'ar 50',
}
/** The languages of other countries; providers of the international networks often speak English too. */
const countryLanguages: Readonly<Record<string, string>> = Object.fromEntries(
  `en AG AI AU BB BM BS BZ DM GB GD GH GY IE JM KE KN KY LC MS NG NZ SG TC TT VC VG ZA; es AR CL CO CR CU DO EC ES GT
   HN MX NI PA PE SV; fr FR GP HT MA MQ; pt BR PT; de AT CH DE; nl AW BQ CW NL SR SX; it IT; da DK; sv SE; no NO; fi FI;
   pl PL; cs CZ; el GR; tr TR; he IL; ar AE EG SA; zh CN HK; ja JP; ko KR; th TH; vi VN; ms MY; tl PH; id ID; hi IN`
    .split(';')
    .flatMap((line) => {
      const [language = '', ...countries] = line.trim().split(/\s+/)
      return countries.map((country) => [country, `${language} 100`])
    }),
)
/** Countries with several languages. */
const severalLanguages: Readonly<Record<string, string>> = {
  CA: 'en 100, fr 25, zh 10, pa 6',
  CH: 'de 80, fr 45, it 20',
  BE: 'fr 70, nl 70',
  MA: 'fr 95, ar 90',
  HT: 'ht 95, fr 90',
  AW: 'nl 90, es 50',
  CW: 'nl 90, es 40',
  AE: 'ar 80, hi 30, ur 20',
  IN: 'hi 90, gu 15, pa 12, ta 15',
  SG: 'en 100, zh 60, ms 25, ta 10',
  HK: 'zh 100',
  ZA: 'en 100, af 40, zu 25',
  IL: 'he 95, ar 20, ru 20',
}

type Place = { countryId: string; stateId: string | null; city: string }

/** The languages of a provider: those of the place, and English almost everywhere. */
function languagesIn({ countryId, stateId, city }: Place, random: Random): string {
  const isAmerican = countryId === 'US'
  const local = isAmerican
    ? (cityLanguages[`${stateId} ${city}`] ?? stateLanguages[stateId ?? ''] ?? 'es 12')
    : countryId === 'CA' && stateId === 'CA-10'
      ? 'fr 100'
      : (severalLanguages[countryId] ?? countryLanguages[countryId] ?? '')
  const spoken = local.split(', ').flatMap((entry) => {
    const [language = '', percent] = entry.split(' ')
    return random.chance(Number(percent) / 100) ? [language] : []
  })
  const english = isAmerican || random.chance(0.7) ? ['en'] : []
  return [...new Set(isAmerican ? [...english, ...spoken] : [...spoken, ...english])].join(', ')
}

const always = /^28[2-6]|^273|^261QE0002|^341|^31[0-5]|^323P|^3245/
const withEmergencyRoom = /^282N|^2865|^261QE0002|^2843/
const rated = /^28|^31|^251|^261QE07|^261QA|^261QP23|^261QM13/
const remoteCare = /^10[1346]|^2084P|^207Q|^207R00|^208D|^363|^133|^261QM08|^261QP23/
const refersOnly = /^33|^29|^335|^332/
const shortWeek: ReadonlySet<string> = new Set(['AE', 'EG', 'IL', 'SA'])
const siesta: ReadonlySet<string> = new Set(['AR', 'ES', 'GR', 'IT', 'MX'])

function hoursFor({ id }: DemoType, { countryId }: Place, random: Random): string {
  if (always.test(id)) return '24/7'
  if (/^261QU/.test(id))
    return random.oneOf([
      'Mo-Su 08:00-20:00',
      'Mo-Fr 08:00-20:00; Sa-Su 09:00-17:00',
      'Mo-Su 07:00-22:00',
      '24/7',
    ])
  if (/^3336C0003|^3336?0/.test(id))
    return random.oneOf(['Mo-Fr 08:00-22:00; Sa-Su 09:00-18:00', 'Mo-Sa 09:00-21:00; Su 10:00-18:00', '24/7'])
  if (/^291U|^261QE07/.test(id))
    return random.oneOf(['Mo-Fr 06:30-16:00; Sa 07:00-12:00', 'Mo-Sa 06:00-18:00'])
  const days = shortWeek.has(countryId) && countryId !== 'AE' ? 'Su-Th' : 'Mo-Fr'
  if (siesta.has(countryId))
    return random.oneOf([`${days} 09:00-14:00,16:00-19:00`, `${days} 09:00-13:00,15:30-19:30`])
  return random.oneOf([
    `${days} 08:00-17:00`,
    `${days} 09:00-17:00`,
    `${days} 08:30-17:30`,
    `${days} 08:00-12:00,13:00-17:00`,
    `Mo-Th 08:00-18:00; Fr 08:00-13:00`,
    `Mo-Fr 08:00-18:00; Sa 09:00-13:00`,
  ])
}

/** The details of a demo provider, as roster columns. */
export type DemoDetails = Partial<
  Record<
    Extract<
      Column,
      'hours' | 'languages' | 'accepting' | 'emergency' | 'telehealth' | 'wheelchairAccess' | 'stars'
    >,
    string
  >
>

/** Details for most providers in roster columns; some of them are unknown for each provider. */
export function demoDetails(random: Random, type: DemoType, place: Place): DemoDetails {
  if (random.chance(0.12)) return {}
  const { id } = type
  const isFacility = type.type === 1
  const yesNo = (share: number) => (random.chance(share) ? 'yes' : 'no')
  const details: DemoDetails = {}
  if (random.chance(0.9)) details.hours = hoursFor(type, place, random)
  if (random.chance(0.85)) details.languages = languagesIn(place, random)
  if (!refersOnly.test(id) && !always.test(id) && random.chance(0.8)) details.accepting = yesNo(0.78)
  if (always.test(id) && /^28|^273|^261Q/.test(id))
    details.emergency = withEmergencyRoom.test(id) ? 'yes' : 'no'
  if (remoteCare.test(id) || random.chance(0.3)) details.telehealth = yesNo(remoteCare.test(id) ? 0.65 : 0.15)
  if (isFacility || random.chance(0.6)) details.wheelchairAccess = yesNo(isFacility ? 0.92 : 0.75)
  if (rated.test(id) ? random.chance(0.85) : random.chance(0.25))
    details.stars = random.oneOf(['2', '3', '3', '3', '4', '4', '4', '4', '5', '5'])
  return details
}
