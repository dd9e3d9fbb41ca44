import { z } from 'zod'
import { isVisible } from '../mail-form-validation.ts'
import { messages } from '../messages.ts'

/** The schema of a field that needs visible text of limited length. */
export const requiredText = (label: string, maxLength: number) =>
  z
    .string()
    .refine(isVisible, messages.typed.required(label))
    .refine((text) => text.trim().length <= maxLength, messages.typed.tooLong(maxLength))
