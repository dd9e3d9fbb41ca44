import { useEffect, useState } from 'react'

/** An address under which the page can show bytes, as long as it does; undefined while there are none. */
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
