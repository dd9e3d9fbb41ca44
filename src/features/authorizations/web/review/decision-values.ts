import type { Action, PendingAuthorization } from '../../contract.ts'
import { type Decision, defaultCodes, unselected } from '../../rules.ts'

/** What the desk holds of a bill: the chosen action, none at first, and the inputs of each. */
export type Choice = {
  action: Action | 'N'
  patientResponsibility: string
  maximumCovered: string
  denialCode: string
  additionalInfo: string
  otherSpecialHandling: string
}

/** How the desk begins with each bill (second specification, section 4). */
export const noChoice: Choice = {
  action: 'N',
  patientResponsibility: '0',
  maximumCovered: '0',
  denialCode: unselected,
  additionalInfo: unselected,
  otherSpecialHandling: '',
}

/** The same with another action, whose code begins at its default. */
export function choosing(choice: Choice, action: Action): Choice {
  if (action === 'D') return { ...choice, action, denialCode: defaultCodes.deny }
  if (action === 'I') return { ...choice, action, additionalInfo: defaultCodes.info }
  return { ...choice, action }
}

/** What is sent: the fields of the chosen action alone. */
export function decisionOf(choice: Choice, { currency }: Pick<PendingAuthorization, 'currency'>): Decision {
  const { patientResponsibility, maximumCovered, denialCode, additionalInfo, otherSpecialHandling } = choice
  switch (choice.action) {
    case 'A':
      return {
        patientResponsibility: patientResponsibility.trim(),
        patientResponsibilityCurrency: currency,
        maximumCovered: maximumCovered.trim(),
        maximumCoveredCurrency: currency,
      }
    case 'D':
      return { denialCode }
    case 'I':
      return { additionalInfo }
    case 'O':
      return { otherSpecialHandling }
    case 'N':
      return {}
  }
}
