import type { Workplace } from '#platform/server/database-context.ts'

export type Open = () => Promise<Workplace>

/** What `work` gives at a workplace that is opened for it and closed behind it. */
export async function withWorkplace<T>(open: Open, work: (workplace: Workplace) => Promise<T>): Promise<T> {
  const workplace = await open()
  return work(workplace).finally(workplace.close)
}
