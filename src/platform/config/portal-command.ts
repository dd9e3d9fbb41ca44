import { resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }

const nodeOfRelease = resolve(import.meta.dirname, '../../../bin/node')

/** How an operator calls the command line: as `portal` in a release, which brings its Node.js, else through npm. */
export const portalCommand = process.execPath === nodeOfRelease ? 'portal' : 'npm run portal --'

/** The version of the portal. */
export const portalVersion: string = manifest.version
