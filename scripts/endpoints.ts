import { globSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { accessLevels } from '#app/routes.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { root } from '../tests/architecture/source.ts'

export const endpointsFile = resolve(root, 'docs/endpoints.md')

type ContractFile = { path: string; endpoints: Endpoint[] }

/** The contracts and their endpoints, by the path of the file: those of features, then those of the platform. */
export async function readContracts(): Promise<ContractFile[]> {
  const paths = globSync('src/{platform,features/*}/{contract,*-contract}.ts', { cwd: root }).sort()
  return Promise.all(
    paths.map(async (path) => {
      const exported: object = await import(pathToFileURL(resolve(root, path)).href)
      return { path, endpoints: Object.values(exported).filter(isEndpoint) }
    }),
  )
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

/** The content of `docs/endpoints.md`: the access levels, then the endpoints of each feature. */
export function endpointsDocument(contracts: readonly ContractFile[]): string {
  const byFolder = Map.groupBy(
    contracts.filter(({ endpoints }) => endpoints.length > 0),
    ({ path }) => dirname(path),
  )
  const sections = [...byFolder].map(([folder, files]) =>
    [
      `## ${basename(folder)}`,
      `Declared in ${files.map(({ path }) => `[${basename(path)}](../${path})`).join(', ')}.`,
      table(
        ['endpoint', 'access', 'features', 'form', 'summary'],
        files
          .flatMap(({ endpoints }) => endpoints)
          .sort(byPath)
          .map(toRow),
      ),
    ].join('\n\n'),
  )
  return `${[introduction, accessTable(), afterAccess, ...sections].join('\n\n')}\n`
}

const byPath = (a: Endpoint, b: Endpoint) => (toName(a) < toName(b) ? -1 : 1)
const toName = ({ method, path }: Endpoint) => `${path} ${method}`

const introduction = `# Endpoints

Generated from the contracts by \`npm run generate\`. Do not edit. \`/api/openapi.json\` describes requests and responses. Pages, map tiles, health checks and the redirects of sign-in have no contract and are not listed.

The guard of the access level checks who calls an endpoint, before the request is parsed; [src/app/routes.ts](../src/app/routes.ts) has the guards.`

const accessTable = () =>
  table(
    ['access', 'who may call'],
    Object.entries(accessLevels).map(([access, { callers }]) => [`\`${access}\``, callers]),
  )

const afterAccess = `With \`by-definition\`, the request is parsed first, because it names the definition.

- **Other sites.** The guards \`session\`, \`staff\`, \`internal\` and \`member\` return 403 to requests from pages of other sites, by \`Origin\` and \`Sec-Fetch-Site\`; so do member login, feedback and emails with providers. Session cookies are \`SameSite=Strict\`, so there is no CSRF token.
- **Features.** The current client must have each of these features, or one of those joined by "or"; otherwise the response is 404.
- **Form.** The body is an HTML form, which the page posts for a PDF. A form of staff carries a one-time ticket in the field \`Token\` instead of the bearer token.`

function toRow({ method, path, access, features = [], form, summary }: Endpoint): string[] {
  const ticket = access === 'staff' || access === 'internal' ? 'with a ticket' : 'yes'
  const needed = features.map((oneOf) => oneOf.map((feature) => `\`${feature}\``).join(' or '))
  return [`\`${method} ${path}\``, `\`${access}\``, needed.join(', '), form ? ticket : '', summary]
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n')
}
