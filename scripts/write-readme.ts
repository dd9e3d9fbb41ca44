// Regenerates the generated parts of the README: `npm run readme`.
import { readFileSync, writeFileSync } from 'node:fs'
import { freshReadme, readmeFile } from './readme.ts'

writeFileSync(readmeFile, freshReadme(readFileSync(readmeFile, 'utf8')))
