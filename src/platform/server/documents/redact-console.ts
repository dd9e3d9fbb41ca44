import { Console } from 'node:console'
import { format } from 'node:util'

// Of what a library complains, the words may quote a document and are logged nowhere: so each complaint says where in
// the code it was made. To be imported before what may complain.
const { error: write } = new Console(process.stdout, process.stderr)
const place = (...said: unknown[]) => write(new Error(format(...said)).stack)
Object.assign(globalThis.console, { warn: place, error: place })
