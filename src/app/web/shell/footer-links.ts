import { messages } from '../messages.ts'
import type { FooterLink } from './footer-link.tsx'

export const solutionLinks: readonly FooterLink[] = [
  { label: messages.domestic, url: '/domestic-provider-search' },
  { label: messages.international, url: '/international-provider-search' },
  { label: messages.developers, url: '/developers' },
]

export const ownLegalLinks: readonly FooterLink[] = [
  { label: messages.cookiesPage, url: '/cookies' },
  { label: messages.credits, url: '/credits' },
]
