import { readLicenses, type ShippedPackage } from './shipped-packages.ts'

/** A package that is part of the built pages, as Vite lists it. */
export type BundledPackage = {
  name: string
  version: string
  identifier: string | null
  text: string | null
}

const introduction = `The portal contains the software of others, listed here with its licenses. THIRD-PARTY.md lists the data of others.
`

/** The licenses of all packages in a release; packages with the same text share it. */
export function formatNotices(root: string, packages: ShippedPackage[], bundled: BundledPackage[]): string {
  const names = new Map<string, Set<string>>()
  const add = (name: string, text: string) => names.set(text, (names.get(text) ?? new Set()).add(name))
  for (const shipped of packages) {
    const texts = readLicenses(root, shipped)
    const title = `${shipped.name} ${shipped.version} (${shipped.license})`
    add(title, texts.join('\n\n') || 'This package has no license file.')
  }
  for (const { name, version, identifier, text } of bundled)
    add(
      `${name} ${version} (${identifier ?? 'in its license file'})`,
      text?.trim() || 'This package has no license file.',
    )
  const sections = [...names].map(([text, titles]) => `${[...titles].sort().join('\n')}\n\n${text}\n`)
  return [introduction, ...sections.sort()].join(`\n${'-'.repeat(78)}\n\n`)
}
