import { Button } from '@mantine/core'
import {
  IconAmbulance,
  IconBuildingHospital,
  IconDental,
  IconMicroscope,
  IconPill,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { SearchInfo } from '#provider-search/contract.ts'
import { QuickSearchForm } from '#provider-search/web/form/quick-search-form.tsx'
import { searchInfoQuery } from '#provider-search/web/lookup-queries.ts'
import { toSearchParams } from '#provider-search/web/search-params.ts'
import { isFormComplete } from '#provider-search/web/search-request.ts'
import type { SearchValues } from '#provider-search/web/search-values.ts'
import { showMissing, useDraftRemoval, useNewSearchForm } from '#provider-search/web/use-search-form.ts'
import { startPageMessages as messages } from './page-messages.ts'
import classes from './start-search.module.css'

const areas = [
  { key: 'domestic-provider-search', label: messages.atHome },
  { key: 'international-provider-search', label: messages.abroad },
]

/** The search in the United States or abroad. Reserves its place while its settings load. */
export function StartSearch() {
  const [area, setArea] = useState('domestic-provider-search')
  const { data: search, isError } = useQuery(searchInfoQuery(area))
  return (
    <div className={classes.search}>
      <AreaChoice area={area} onChoose={setArea} />
      {isError && <p>{messages.searchFailed}</p>}
      {search && <AreaSearch key={area} search={search} />}
    </div>
  )
}

/** The choice between the two searches. */
function AreaChoice({ area, onChoose }: { area: string; onChoose: (area: string) => void }) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={messages.area} className={classes.areas}>
      {areas.map(({ key, label }) => (
        <label key={key}>
          <input type="radio" name={name} checked={area === key} onChange={() => onChoose(key)} />
          {label}
        </label>
      ))}
    </div>
  )
}

const linkIcon = { size: 18, stroke: 1.75, 'aria-hidden': true }
const links = [
  { label: messages.links.urgentCare, icon: <IconAmbulance {...linkIcon} /> },
  { label: messages.links.hospitals, icon: <IconBuildingHospital {...linkIcon} /> },
  { label: messages.links.pharmacies, icon: <IconPill {...linkIcon} /> },
  { label: messages.links.dentists, icon: <IconDental {...linkIcon} /> },
  { label: messages.links.labs, icon: <IconMicroscope {...linkIcon} /> },
]

/** The quick search form; its search opens on the page of the search. */
function AreaSearch({ search }: { search: SearchInfo }) {
  const navigate = useNavigate()
  const form = useNewSearchForm(search)
  const removeDraft = useDraftRemoval(search)
  const [rejection, setRejection] = useState(0)
  const runSearch = (values: SearchValues) => {
    if (!isFormComplete(values, search)) {
      showMissing(form, values, search)
      setRejection((count) => count + 1)
      return false
    }
    removeDraft()
    void navigate({
      to: '/$searchKey',
      params: { searchKey: search.url.slice(1) },
      search: toSearchParams(values, search),
      state: { street: values.address || undefined },
    })
    return false
  }
  return (
    <QuickSearchForm
      search={search}
      form={form}
      rejection={rejection}
      buttons={<SearchButton />}
      renderLinks={(follow) => <QuickLinks onFollow={follow} />}
      resetKey=""
      onSearch={runSearch}
    />
  )
}

const SearchButton = () => (
  <Button type="submit" size="lg">
    {messages.search}
  </Button>
)

function QuickLinks({ onFollow }: { onFollow: (label: string) => void }) {
  return (
    <fieldset aria-label={messages.quickLinks} className={classes.links}>
      {links.map(({ label, icon }) => (
        <Button key={label} variant="default" radius="xl" leftSection={icon} onClick={() => onFollow(label)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
