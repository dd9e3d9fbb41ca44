import { NotFoundPage } from './not-found-page.tsx'

/** The provider search whose definition the last part of the address names. */
export function SearchPage() {
  return <NotFoundPage />
}
