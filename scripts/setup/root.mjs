import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Stores what the setup finds and builds; deleting node_modules deletes it too. */
export const cache = join(root, 'node_modules/.cache/portal')
