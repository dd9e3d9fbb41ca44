import { type FaultAt, readYaml } from '#platform/server/command-line/yaml-file.ts'
import { messages } from './directory-messages.ts'
import { type Directory, directorySchema } from './directory-schema.ts'

type Reading = {
  /** What the file says, or undefined when it has faults. */
  directory?: Directory
  faults: string[]
  /** A sentence about a place in the file, with its line. */
  faultAt: FaultAt
}

/** Reads a YAML file of networks and search definitions; every fault is a sentence with its line. */
export function readDirectory(text: string): Reading {
  const { content, ...rest } = readYaml(text, directorySchema, messages.empty)
  return content ? { directory: content, ...rest } : rest
}
