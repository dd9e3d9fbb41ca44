import { pageFacts } from './bootstrap-data.ts'

/** The browser tab title: the page, then the company. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${pageFacts().companyName}`}</title>
}
