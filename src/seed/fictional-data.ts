import { dayMs } from '#platform/contract/clock.ts'
import { dayInUtc } from '#platform/contract/date-format.ts'
import type { Random } from './seeded-random.ts'

const words = (text: string) => text.trim().split(/\s+/)

const firstNames = words(`
  Ada Alma Amos Anna Basil Bea Bruno Carla Cedric Clara Dana Delia Edgar Elio Elsa Emil Enzo Esther Felix Fiona
  Gideon Gilda Greta Hanna Hugo Ida Igor Ines Iris Jonas Judith Kai Karla Leo Lena Lorna Mabel Marco Mina Milo
  Nadia Nils Nora Odile Olaf Opal Otto Paula Petra Quentin Ravi Rhea Rosa Rufus Sana Selma Silas Simon Tessa Theo
  Thora Ugo Ulla Uma Vera Victor Wanda Wilma Xenia Yara Yusuf Zelda Zeno`)

const nameBeginnings = words(`
  Sample Mock Demo Sketch Draft Pretend Example Fable Fiction Story Placeholder Model Proxy Ghost Paper
  Pseudo Replica Rehearsal Stand Standin Stencil Template Test Trial Imagin Inven Nemo`)
const nameEndings = words(`
  berg bury by dale field ford gate ham hurst ley man mere more quist ridge shaw smith son stone ton ville wick
  wood worth`)

const brandBeginnings = words(`
  Amberfin Blynwick Brindle Calder Cloverel Copperwen Dapplemoor Elderquill Fennimoor Glimmer Harrowen Inkberry
  Juniperel Kettlewen Lanternby Larkenfell Marlowen Meadowick Nettlewen Oakenquill Ostrelle Pebblewen Quandle
  Quillhaven Rookwen Saffronby Silverquill Tamberlyn Thistlewen Umberley Velvermoor Willowick Wrenfold Zellow`)
const brandEndings = words(
  'brook crest gate glen grove haven heights hill lake meadow park point shore spring vale',
)

const streetEndings = words('Street Avenue Road Lane Drive Court Boulevard Way Place Terrace')

/** A regular expression (for the database) that matches the fictional last names. */
export const madeUpLastName = `^(${nameBeginnings.join('|')})(${nameEndings.join('|')})$`

export type Person = { first: string; last: string }

/** A fictional person: "Ada Sampleworth". */
export function person(random: Random): Person {
  return {
    first: random.oneOf(firstNames),
    last: random.oneOf(nameBeginnings) + random.oneOf(nameEndings),
  }
}

/** A fictional facility or company name: "Quillhaven Grove". */
export function brand(random: Random): string {
  return `${random.oneOf(brandBeginnings)} ${capital(random.oneOf(brandEndings))}`
}

/** House number and street: "412 Fablewick Lane". */
export function street(random: Random): string {
  const name = random.oneOf(nameBeginnings) + random.oneOf(nameEndings)
  return `${random.between(1, 9800)} ${name} ${random.oneOf(streetEndings)}`
}

/** A phone number in the range 555-01xx, reserved for fiction: "(305) 555-0142", "+49 30 555-0142". */
export function telephone(random: Random, prefix: string): string {
  return `${prefix} 555-01${String(random.between(0, 99)).padStart(2, '0')}`
}

/** A tax ID from a series that is never issued: "00-1234567". */
export function taxId(random: Random): string {
  return `00-${random.between(1_000_000, 9_999_999)}`
}

/** An email address in a domain reserved for examples: "ada.sampleworth@example.com". */
export function email({ first, last }: Person): string {
  return `${first}.${last}@example.com`.toLowerCase()
}

/** The day (YYYY-MM-DD) so many days before another one. */
export const daysBefore = (date: string, days: number) => dayInUtc(Date.parse(date) - days * dayMs)

/** The number of days from one day to a later one. */
export const daysBetween = (later: string, earlier: string) =>
  (Date.parse(later) - Date.parse(earlier)) / dayMs

function capital(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
