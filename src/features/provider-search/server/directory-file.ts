import { type ErrorAt, readYaml } from '#platform/server/command-line/yaml-file.ts'
import { messages } from './directory-messages.ts'
import { type Directory, directorySchema } from './directory-schema.ts'

type ParsedDirectory = {
  /** The parsed content; undefined if the file has errors. */
  directory?: Directory
  errors: string[]
  /** Formats an error message for a position in the file, with its line number. */
  errorAt: ErrorAt
}

/** Parses a YAML file of networks and search definitions; every error names its line. */
export function parseDirectory(text: string): ParsedDirectory {
  const { content, errors, errorAt } = readYaml(text, directorySchema, messages.empty)
  return { ...(content && { directory: content }), errors, errorAt }
}
