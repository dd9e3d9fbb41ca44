import { Console } from 'node:console'
import { format } from 'node:util'

// Library warnings may quote a document, so their text is never logged; replace it with the code location.
// Import this module before any code that may warn.
const { error: write } = new Console(process.stdout, process.stderr)
const place = (...said: unknown[]) => write(new Error(format(...said)).stack)
Object.assign(globalThis.console, { warn: place, error: place })
