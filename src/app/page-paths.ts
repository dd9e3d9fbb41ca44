import { clientOption } from '#clients/contract.ts'
import { findContent, sanitizeContent } from '#clients/server/content-store.ts'
import { findMemberArea } from '#clients/server/member-area-queries.ts'
import { readEligibilityContact } from '#members/contract.ts'
import type { Database } from '#platform/db/database.ts'
import { escapeHtml } from '#platform/http/html-template.ts'
import type { PageKind } from '#platform/http/page-routes.ts'
import { getDirectoryFigures, getSearchDetail, getSearchInfo } from '#provider-search/contract.ts'
import { findDefinitionByKey, isDomestic } from '#provider-search/server/search-definitions.ts'
import { startMessages } from './contract/start-messages.ts'
import { staticPages } from './contract/static-page-paths.ts'

/** Resolves a path: a static page, a public search, a secure search, or nothing. */
export async function resolvePath(db: Database, path: string): Promise<PageKind> {
  const clientId = findEligibilityClient(path)
  if (clientId !== undefined) return (await showsCards(db, clientId)) ? 'page' : 'none'
  if (findStaticPage(path)) return 'page'
  const key = findSearchKey(path)
  const search = key === undefined ? undefined : await findDefinitionByKey(db, key)
  if (!search) return 'none'
  return search.access === 'signed-in' ? 'secure search' : 'page'
}

/** Prerenders the welcome of the start page, or the title and introduction of a public search. */
export async function prerender(db: Database, path: string, companyName: string): Promise<string> {
  if (findStaticPage(path) === staticPages['/']) {
    const { welcome, welcomeLead } = startMessages
    return `<div class="start"><h1>${escapeHtml(welcome(companyName))}</h1><p>${escapeHtml(welcomeLead)}</p></div>`
  }
  const key = findSearchKey(path)
  if (!key) return ''
  const [search, introduction] = await Promise.all([
    findDefinitionByKey(db, key),
    findContent(db, `search/${key}`),
  ])
  if (search?.access !== 'public') return ''
  const { html } = sanitizeContent(introduction ?? '', [])
  const classes = isDomestic(search.networks.slice(0, 1)) ? 'written' : 'written abroad'
  return `<h1>${escapeHtml(search.title)}</h1><div class="${classes}">${html}</div>`
}

/** The client whose page for providers a path names; empty if it cannot be a client. */
function findEligibilityClient(path: string): string | undefined {
  const [, id] = /^\/confirm-eligibility\/([^/]+)\/?$/i.exec(path) ?? []
  return id === undefined ? undefined : (clientOption.shape.id.safeParse(id).data ?? '')
}

async function showsCards(db: Database, clientId: string): Promise<boolean> {
  const area = await findMemberArea(db, clientId)
  return (area?.isEnabled && area.showIdCard) ?? false
}

/** The search key of a path: its only segment, unless it is a static page. */
function findSearchKey(path: string): string | undefined {
  return findStaticPage(path) ? undefined : /^\/([\w.~-]+)\/?$/.exec(path)?.[1]
}

/** The source file of the static page at a path, matched as the router does: any case, optional trailing "/". */
function findStaticPage(path: string): string | undefined {
  const plain = path
    .toLowerCase()
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/report\/[^/]+(?=$|\/document$)/, '/report/$id')
    .replace(/^\/confirm-eligibility\/[^/]+$/, '/confirm-eligibility/$clientId')
  return Object.hasOwn(staticPages, plain) ? staticPages[plain] : undefined
}

/** The source file of the page at a path, to preload its code. */
export const findSource = (path: string): string =>
  findStaticPage(path) ?? `src/app/web/pages/${findSearchKey(path) ? 'search-page' : 'error-page'}.tsx`

/** The first API requests of the page at a path. Those of a secure search need a token and cannot be preloaded. */
export async function preloadRequests(db: Database, path: string): Promise<string[]> {
  const clientId = findEligibilityClient(path)
  if (clientId) return [readEligibilityContact.path.replace('{clientId}', clientId)]
  const isStart = findStaticPage(path) === staticPages['/']
  const key = isStart ? 'domestic-provider-search' : findSearchKey(path)
  const search = key === undefined ? undefined : await findDefinitionByKey(db, key)
  if (!search || search.access === 'signed-in') return []
  if (isStart) return [getSearchInfo.path.replace('{key}', search.key), getDirectoryFigures.path]
  return [getSearchInfo, getSearchDetail].map((call) => call.path.replace('{key}', search.key))
}
