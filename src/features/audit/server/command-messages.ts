import type { ShownPatients } from './shown-patients-query.ts'

/** How many keys a message names. */
const mostNamed = 20

/** Messages of `audit export`. */
export const messages = {
  daysReversed: (from: string, to: string) => `${from} is after ${to}. Pass the earlier date to --from.`,
  shownPatients: ({ patients, wholeCodes, lost }: ShownPatients) =>
    [
      `The entries show ${patients.length === 1 ? '1 patient' : `${patients.length} patients`}.`,
      ...(wholeCodes.length > 0
        ? [
            `Reports, or lists of more than 1,000 rows, may have shown any patient of these client codes: ${wholeCodes.join(', ')}.`,
          ]
        : []),
      ...(lost.length > 0
        ? [
            `These lead to no patient, because they were erased or are bills without a known policy: ${lost.slice(0, mostNamed).join(', ')}${lost.length > mostNamed ? ` and ${lost.length - mostNamed} more` : ''}.`,
          ]
        : []),
    ].join('\n'),
  unknown: {
    patient: (patient: string) =>
      `No patient has the codes “${patient}”. Write the client code and the patient code, for example --patient "ALP1 P1".`,
    case: (incident: string) => `No case has the incident number “${incident}”.`,
    itn: (itn: string) => `No bill has the ITN “${itn}”.`,
    client: (client: string) => `No client has the ID or code “${client}”.`,
  },
} as const
