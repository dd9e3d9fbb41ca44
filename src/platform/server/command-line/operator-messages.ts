/** Every sentence about the files an operator names. */
export const messages = {
  noFile: (file: string) => `There is no file ${file}. Name one that exists.`,
  unreadable: (file: string, reason: string) => `The file ${file} cannot be read (${reason}).`,
} as const
