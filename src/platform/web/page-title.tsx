import { pageFacts } from './bootstrap-data.ts'

/** The title of the page in the browser's tab: what it is, then whose it is. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${pageFacts().companyName}`}</title>
}
