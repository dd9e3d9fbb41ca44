import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { staticPages } from '../contract/static-page-paths.ts'
import { portalRouter } from './router.tsx'

test('server and router know the same pages', () => {
  const { '/$searchKey': search, ...plain } = portalRouter().routesByPath
  expect(search).toBeDefined()
  expect(Object.keys(staticPages).sort()).toEqual(Object.keys(plain).sort())
})

test('the file of every page exists', () => {
  expect(Object.values(staticPages).filter((file) => !existsSync(file))).toEqual([])
})

test('search params are strings, also those that look like numbers, booleans or JSON', () => {
  const { parseSearch, stringifySearch } = portalRouter().options
  const params = { span: '1', name: 'true', text: 'a b+c & "d"', json: '{}', zip: '01103' }
  expect(parseSearch?.(stringifySearch?.(params) ?? '')).toEqual(params)
})
