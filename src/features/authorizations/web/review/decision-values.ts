import { z } from 'zod'
import { type Action, action, type PendingAuthorization } from '../../contract.ts'
import { type Decision, defaultCodes, findAction, unselected } from '../../rules.ts'

/** The value of `action` while no action is selected. */
export const noAction = 'N'

/** The form values for a bill: the selected action, if any, and the inputs of each action. */
export const decisionValues = z.object({
  action: z.enum([...action.options, noAction]),
  patientResponsibility: z.string(),
  maximumCovered: z.string(),
  denialCode: z.string(),
  additionalInfo: z.string(),
  otherSpecialHandling: z.string(),
})
export type DecisionValues = z.infer<typeof decisionValues>

/** The initial values for every bill (second specification, section 4). */
export const initialValues: DecisionValues = {
  action: noAction,
  patientResponsibility: '0',
  maximumCovered: '0',
  denialCode: unselected,
  additionalInfo: unselected,
  otherSpecialHandling: '',
}

/** The values for a bill: the amounts are those of a proposed approval, if it has one. */
export const createInitialValues = ({ proposal }: Pick<PendingAuthorization, 'proposal'>): DecisionValues =>
  proposal
    ? {
        ...initialValues,
        patientResponsibility: proposal.patientResponsibility,
        maximumCovered: proposal.maximumCovered,
      }
    : initialValues

/** The form values of a decision that was undone. */
export function toValues(decision: Decision): DecisionValues {
  const { patientResponsibility, maximumCovered, denialCode, additionalInfo, otherSpecialHandling } = decision
  return {
    action: findAction(decision) ?? noAction,
    patientResponsibility: patientResponsibility ?? initialValues.patientResponsibility,
    maximumCovered: maximumCovered ?? initialValues.maximumCovered,
    denialCode: denialCode ?? initialValues.denialCode,
    additionalInfo: additionalInfo ?? initialValues.additionalInfo,
    otherSpecialHandling: otherSpecialHandling ?? initialValues.otherSpecialHandling,
  }
}

/** Switches to another action and resets its code to the default. */
export function selectAction(values: DecisionValues, action: Action): DecisionValues {
  if (action === 'D') return { ...values, action, denialCode: defaultCodes.deny }
  if (action === 'I') return { ...values, action, additionalInfo: defaultCodes.info }
  return { ...values, action }
}

/** Builds the decision to send, with only the fields of the selected action. */
export function toDecision(
  values: DecisionValues,
  { currency }: Pick<PendingAuthorization, 'currency'>,
): Decision {
  const { patientResponsibility, maximumCovered, denialCode, additionalInfo, otherSpecialHandling } = values
  switch (values.action) {
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
    case noAction:
      return {}
  }
}
