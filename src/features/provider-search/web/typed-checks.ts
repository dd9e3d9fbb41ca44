import { isVisible } from '../email-validation.ts'
import { messages } from '../messages.ts'

/** Lets a field pass that has something to be seen in it, or says that it is required. */
export const required = (label: string) => (text: string) => isVisible(text) || messages.typed.required(label)

/** Lets a text pass that is not too long, or says how long it may be. */
export const atMost = (longest: number) => (text: string) =>
  text.trim().length <= longest || messages.typed.tooLong(longest)
