import { getBootstrapData } from './bootstrap-data.ts'

/** The browser tab title: the page, then the company. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${getBootstrapData().companyName}`}</title>
}
