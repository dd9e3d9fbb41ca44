import { expect, test } from 'vitest'
import { plainPages } from '../contract/static-page-paths.ts'
import { portalRouter } from './router.tsx'

test('the server knows every page that the router has, and no other', () => {
  const { '/$searchKey': search, ...plain } = portalRouter().routesByPath
  expect(search).toBeDefined()
  expect(Object.keys(plainPages).sort()).toEqual(Object.keys(plain).sort())
})
