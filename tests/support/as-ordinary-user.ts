/** Runs work as a user who may read only what everyone may, if this one may read every file. */
export async function asOrdinaryUser<T>(work: () => T | Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.('nobody')
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}
