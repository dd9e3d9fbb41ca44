import { createRoute, redirect } from '@tanstack/react-router'
import { memberStore } from '#members/web/member-store.ts'
import { documentWindow, lazyPage, underRoot } from './base-routes.tsx'

const forMembers = { ...underRoot, staticData: { around: 'members' } } as const

/** The pages for members. */
export const memberRoutes = [
  createRoute({
    ...forMembers,
    path: '/client-member-page',
    beforeLoad: () => {
      if (!memberStore.has()) throw redirect({ to: '/client-member-page/login' })
    },
    component: lazyPage(() => import('#members/web/member-page.tsx'), 'MemberPage'),
  }),
  createRoute({
    ...forMembers,
    path: '/client-member-page/login',
    beforeLoad: () => {
      if (memberStore.has()) throw redirect({ to: '/client-member-page' })
    },
    component: lazyPage(() => import('#members/web/member-login-page.tsx'), 'MemberLoginPage'),
  }),
  documentWindow(
    '/client-member-page/document',
    lazyPage(() => import('./document-pages.tsx'), 'MemberDocumentPage'),
    false,
  ),
] as const
