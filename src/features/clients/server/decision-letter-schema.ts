import { z } from 'zod'
import { words } from '#platform/cli/yaml-file.ts'
import { findUnprintable, normalizePdfText } from '#platform/contract/normalize-text.ts'
import { messages } from './clients-messages.ts'

/** The placeholders of every part of a decision letter. */
const everywhere = ['itn', 'patient', 'provider', 'client', 'date', 'service', 'totalCharge'] as const
const amounts = ['covered', 'notCovered', 'patientResponsibility'] as const

export type LetterPlaceholder = (typeof everywhere)[number] | (typeof amounts)[number] | 'reason'

const placeholder = /\{([^{}]*)\}/g

/** A text with `{placeholders}`. HTML and anything else in it is printed as it is written. */
const template = (maxLength: number, known: readonly string[]) =>
  words(maxLength)
    .superRefine((text, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message })
      for (const [, name = ''] of text.matchAll(placeholder))
        if (!known.includes(name)) refuse(messages.unknownPlaceholder(name, known))
      if (/[{}]/.test(text.replaceAll(placeholder, ''))) refuse(messages.openPlaceholder)
      const unprintable = findUnprintable(normalizePdfText(text))
      if (unprintable.length > 0) refuse(messages.unprintable(unprintable))
    })
    .optional()

const withReason = [...everywhere, 'reason']

/** The text of the letters about decisions. Each part that is missing has a default. */
export const decisionLetter = z.strictObject({
  /** The addressee of the letter. */
  addressee: z.enum(['provider', 'patient']).optional(),
  opening: template(1000, everywhere),
  /** What each outcome means, and why. */
  outcomes: z
    .strictObject({
      approved: template(1500, [...everywhere, ...amounts]),
      /** Approvals of a part and of 0; by default the text of `approved`, if the client has one. */
      approvedInPart: template(1500, [...everywhere, ...amounts]),
      approvedForNothing: template(1500, [...everywhere, ...amounts]),
      denied: template(1500, withReason),
      infoNeeded: template(1500, withReason),
      specialHandling: template(1500, withReason),
    })
    .optional(),
  /** How to appeal an approval or a denial. */
  appeal: template(2000, everywhere),
  contact: template(600, everywhere),
  signature: template(200, everywhere),
})
export type DecisionLetter = z.output<typeof decisionLetter>

/** Replaces the placeholders of a valid text. A value that looks like a placeholder stays as it is. */
export const fillPlaceholders = (text: string, values: Readonly<Record<LetterPlaceholder, string>>): string =>
  text.replaceAll(placeholder, (written, name: LetterPlaceholder) => values[name] ?? written)
