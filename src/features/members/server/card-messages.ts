import { messages as documents } from '#platform/pdf/messages.ts'

const english = {
  title: 'Insurance ID Card',
  print:
    'Print this page at 100% (“actual size”), not “fit to page”. Cut along the outer marks, then fold along the dashed line.',
  ruler: 'This line is 50 mm (1.97 in) long when the page is printed at actual size.',
  lost: documents.lost,
  name: 'Name',
  policy: 'Policy/ID #',
  group: 'Group',
  effective: 'Effective date',
  born: 'Date of birth',
  phones: 'Assistance, 24 hours a day, 7 days a week',
  usaAndCanada: 'USA and Canada, toll-free',
  elsewhere: 'Elsewhere, call collect',
  service: 'Customer service',
  providers: 'For providers',
  address: 'Send bills to',
  disclaimer: (product: string) =>
    `This card does not guarantee provider acceptance or billing, and is not verification of a valid policy or of payable benefits. Please contact ${product} to confirm eligibility.`,
  day: (isoDate: string) => {
    const [year, month, day] = isoDate.split('-')
    return `${Number(month)}/${Number(day)}/${year}`
  },
}

/** The text on an ID card and on the page around it, in each language. */
export const messages = {
  en: english,
  de: {
    title: 'Versicherungskarte',
    print:
      'Bitte diese Seite in Originalgröße (100 %) drucken, nicht „an Seite anpassen“. Entlang der äußeren Marken ausschneiden, dann an der gestrichelten Linie falten.',
    ruler: 'Diese Linie ist 50 mm lang, wenn die Seite in Originalgröße gedruckt wurde.',
    lost: (mark: string) =>
      `Wo ${mark} steht, kann dieses Dokument ein Zeichen nicht darstellen (aus einer anderen Schrift oder ein Symbol).`,
    name: 'Name',
    policy: 'Versicherungsnummer',
    group: 'Gruppe',
    effective: 'Gültig ab',
    born: 'Geburtsdatum',
    phones: 'Notrufzentrale, täglich rund um die Uhr',
    usaAndCanada: 'USA und Kanada, gebührenfrei',
    elsewhere: 'Übriges Ausland (R-Gespräch)',
    service: 'Kundendienst',
    providers: 'Für Ärzte und Krankenhäuser',
    address: 'Rechnungen an',
    disclaimer: (product: string) =>
      `Diese Karte garantiert weder die Annahme noch die Abrechnung durch den Leistungserbringer. Sie bestätigt weder eine gültige Versicherung noch einen Leistungsanspruch. Bitte erfragen Sie den Anspruch bei ${product}.`,
    day: (isoDate: string) => isoDate.split('-').reverse().join('.'),
  } satisfies typeof english,
} as const
export type CardLanguage = keyof typeof messages
export type CardMessages = typeof english
