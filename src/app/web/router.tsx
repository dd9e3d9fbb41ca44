import { VisuallyHidden } from '@mantine/core'
import { createRouter, stringifySearchWith } from '@tanstack/react-router'
import { messages } from '#platform/shell-messages.ts'
import { Skeleton } from '#platform/web/content-states.tsx'
import { usePageTexts } from '#platform/web/language/use-page-language.ts'
import { BrokenPage, NotFoundPage } from './pages/error-page.tsx'
import { routes } from './routes.tsx'

/** Creates the router. Search params are strings; errors show the not-found page or the error page. */
export const portalRouter = () =>
  createRouter({
    routeTree: routes,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    notFoundMode: 'root',
    scrollRestoration: true,
    defaultPendingComponent: LoadingPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: BrokenPage,
    // The parser of the library turns "1" into a number and "true" into a boolean.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
  })

/** The skeleton shown while the code of a page loads. */
function LoadingPage() {
  const { loading } = usePageTexts(messages)
  return (
    <>
      <VisuallyHidden component="h1">{loading}</VisuallyHidden>
      <Skeleton label={loading} heights={[40, 20, 400]} />
    </>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof portalRouter>
  }
  interface StaticDataRouteOption {
    /** Whether the page is only for staff; others are redirected to the start page. */
    isForStaff?: boolean
    /** The layout of the page if not the default: the member layout or none. */
    around?: 'members' | 'nothing'
  }
  /** What pages keep in an entry of the history. The browser keeps it through a reload, but not for a new tab. */
  interface HistoryState {
    /** Whether the start page was opened because the session expired. */
    isExpired?: boolean
    /** Why the member was redirected to the login page. */
    memberLeft?: 'ended' | 'logged out'
    /** The client that was just chosen. */
    client?: { id: string; label: string }
    /** When the search box filled in the form of the page. */
    filledAt?: number
    /** The pending authorization to open. */
    openItn?: string
    /** Whether the entry before this one is the list from which the open bill was opened. */
    isOverList?: boolean | undefined
    /** The street of a search, which is never in the URL. */
    street?: string
    /** The id of the opening whose document is over the page. */
    openingId?: string | undefined
  }
}
