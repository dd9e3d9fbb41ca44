import type { Action, PendingAuthorization } from '../../contract.ts'
import { type Decision, defaultCodes, unselected } from '../../rules.ts'

/** The form values for a bill: the selected action (none at first) and the inputs of each action. */
export type DecisionValues = {
  action: Action | 'N'
  patientResponsibility: string
  maximumCovered: string
  denialCode: string
  additionalInfo: string
  otherSpecialHandling: string
}

/** The initial values for every bill (second specification, section 4). */
export const initialValues: DecisionValues = {
  action: 'N',
  patientResponsibility: '0',
  maximumCovered: '0',
  denialCode: unselected,
  additionalInfo: unselected,
  otherSpecialHandling: '',
}

/** Switches to another action and resets its code to the default. */
export function selectAction(choice: DecisionValues, action: Action): DecisionValues {
  if (action === 'D') return { ...choice, action, denialCode: defaultCodes.deny }
  if (action === 'I') return { ...choice, action, additionalInfo: defaultCodes.info }
  return { ...choice, action }
}

/** Builds the decision to send, with only the fields of the selected action. */
export function toDecision(
  choice: DecisionValues,
  { currency }: Pick<PendingAuthorization, 'currency'>,
): Decision {
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
