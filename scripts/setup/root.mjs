import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the setup keeps what it found and made; it goes when node_modules goes. */
export const cache = join(root, 'node_modules/.cache/portal')
