import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const listed = [
  ...readFileSync('src/app/web/mantine-styles.ts', 'utf8').matchAll(/styles\/([\w-]+)\.css/g),
].map(([, name]) => name)

test('every Mantine component in use has its styles imported', () => {
  const used = globSync('src/**/*.tsx').flatMap((file) => componentsOf(readFileSync(file, 'utf8')))
  const styled = used.filter((name) => existsSync(`node_modules/@mantine/core/styles/${name}.css`))
  expect(styled.length).toBeGreaterThan(0)
  expect([...new Set(styled)].filter((name) => !listed.includes(name))).toEqual([])
})

function componentsOf(source: string) {
  return [...source.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    ),
  )
}
