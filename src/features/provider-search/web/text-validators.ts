import { isVisible } from '../mail-form-validation.ts'
import { messages } from '../messages.ts'

/** Validates that a field has visible text. */
export const required = (label: string) => (text: string) => isVisible(text) || messages.typed.required(label)

/** Validates the length of a text. */
export const atMost = (longest: number) => (text: string) =>
  text.trim().length <= longest || messages.typed.tooLong(longest)
