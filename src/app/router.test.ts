import { expect, test } from 'vitest'
import { reservedKeys } from '#provider-search/server/directory-schema.ts'
import { plainPages } from './first-needs.ts'
import { router } from './web/router.tsx'

test('the server knows every page that the router has, and no other', () => {
  const { '/$searchKey': search, ...plain } = router.routesByPath
  expect(search).toBeDefined()
  expect(Object.keys(plainPages).sort()).toEqual(Object.keys(plain).sort())
})

test('no search can take the address of a page', () => {
  const words = Object.keys(plainPages).map((path) => path.split('/')[1])
  expect(words.filter((word) => word && !reservedKeys.has(word))).toEqual([])
})
