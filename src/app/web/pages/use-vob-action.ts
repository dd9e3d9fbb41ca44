import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { searchInfoQuery } from '#provider-search/web/lookup-queries.ts'
import type { RowAction } from '#provider-search/web/row-action.ts'

type VobCode = typeof import('../staff-shell/vob-client.ts')

/** The VOB action of a search; its code loads with the first such search. */
export function useVobAction(searchKey: string): RowAction | undefined {
  const { data: search } = useQuery(searchInfoQuery(searchKey))
  const [code, setCode] = useState<VobCode>()
  const hasVob = search?.isVOB ?? false
  useEffect(() => {
    if (hasVob) import('../staff-shell/vob-client.ts').then(setCode, () => {})
  }, [hasVob])
  return useMemo(() => (hasVob && search ? code?.clientVobAction(search) : undefined), [code, hasVob, search])
}
