import { resolve } from 'node:path'
import type { Setting } from '#platform/config/setting-schemas.ts'
import { settings } from '#platform/config/settings.ts'
import { root } from '../tests/architecture/source.ts'

export const envExampleFile = resolve(root, '.env.example')

/** The content of `.env.example`: every setting with its meaning, default and an example, commented out. */
export function envExample(): string {
  const blocks = Object.entries(settings).map(
    ([name, { meaning, byDefault, example, isSecret }]: [string, Setting]) =>
      [
        `# ${meaning}. Default: ${byDefault}.`,
        `# ${name}=${quoted(example)}`,
        ...(isSecret
          ? [`# or the name of a file that contains it: ${name}_FILE=/run/secrets/${name.toLowerCase()}`]
          : []),
      ].join('\n'),
  )
  return `# Settings of the portal. Uncomment what you need. A release reads /etc/portal/portal.env (docs/installing.md);\n# in a clone: node --env-file=.env src/app/main.ts\n\n${blocks.join('\n\n')}\n`
}

const quoted = (value: string) =>
  /[\s#"']/.test(value) ? `'${value.replaceAll("'", String.raw`\'`)}'` : value
