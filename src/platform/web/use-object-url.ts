import { useEffect, useState } from 'react'

/** An object URL for bytes, valid while mounted; undefined without bytes. */
export function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(bytes)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [bytes])
  return address
}
