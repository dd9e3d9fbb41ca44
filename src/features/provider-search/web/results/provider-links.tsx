import {
  IconBookmark,
  IconBookmarkFilled,
  IconDirections,
  IconMapPin,
  IconMessage2,
  IconPhone,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatPhone } from '#platform/contract/phone-address.ts'
import type { Provider } from '../../contract.ts'
import { directionsUrl } from '../../describe-details.ts'
import { messages } from '../../result-messages.ts'
import classes from './result-list.module.css'
import resultsClasses from './results.module.css'
import type { MapListSync, Shortlist } from './use-results-view.ts'

type ProviderLinkProps = { provider: Provider; isButton?: boolean }

/** The phone number as a link that calls it, or as text if it has no digits. */
export function CallLink({ provider: { name, phone }, isButton = false }: ProviderLinkProps) {
  const number = phone && formatPhone(phone)
  if (!number) return phone
  return (
    <a
      href={`tel:${number}`}
      className={isButton ? classes.button : classes.link}
      aria-label={messages.callNamed(name, phone)}
    >
      {isButton ? (
        <>
          <IconPhone size={18} stroke={1.75} aria-hidden />
          {messages.call(phone)}
        </>
      ) : (
        phone
      )}
    </a>
  )
}

/** A link to directions, on another site. */
export function DirectionsLink({ provider, isButton = false }: ProviderLinkProps) {
  return (
    <a
      href={directionsUrl(provider)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={messages.directionsTo(provider.name)}
      className={isButton ? classes.button : classes.link}
    >
      {isButton && <IconDirections size={18} stroke={1.75} aria-hidden />}
      {messages.directions}
    </a>
  )
}

export type RowLinks = {
  /** Links to the map, if there is one. */
  mapSync: MapListSync | undefined
  /** Opens the feedback form for a provider, if the search accepts feedback. */
  onFeedback: ((provider: Provider) => void) | undefined
  shortlist: Pick<Shortlist, 'has'> & { toggle: (provider: Provider) => void }
}

/** The links of a provider that save it, show it on the map and take feedback. */
export const ProviderActions = ({
  provider,
  mapSync,
  onFeedback,
  shortlist,
}: RowLinks & { provider: Provider }) => (
  <>
    <SaveButton provider={provider} shortlist={shortlist} />
    {mapSync && <ShowOnMap provider={provider} mapSync={mapSync} />}
    {onFeedback && <FeedbackButton provider={provider} onGive={onFeedback} />}
  </>
)

/** A button that adds a provider to the shortlist or removes it. */
function SaveButton({ provider, shortlist }: Pick<RowLinks, 'shortlist'> & { provider: Provider }) {
  const isSaved = shortlist.has(provider.hash)
  const Icon = isSaved ? IconBookmarkFilled : IconBookmark
  const text = messages.shortlist
  return (
    <button
      type="button"
      className={resultsClasses.labeledButton}
      aria-label={isSaved ? text.savedNamed(provider.name) : text.saveNamed(provider.name)}
      onClick={() => shortlist.toggle(provider)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      {isSaved ? text.saved : text.save}
    </button>
  )
}

type ShowOnMapProps = { provider: Provider; mapSync: MapListSync }

/** A link from a row to its marker. In a card, it takes the focus when the user chooses the marker. */
function ShowOnMap({ provider: { hash, name }, mapSync }: ShowOnMapProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { focusTarget, clearFocusTarget } = mapSync
  const isFocusTarget = focusTarget?.hash === hash
  useEffect(() => {
    if (!isFocusTarget) return
    button.current?.focus({ preventScroll: true })
    button.current?.closest('li')?.scrollIntoView({ block: 'nearest' })
    clearFocusTarget()
  })
  return (
    <button
      ref={button}
      type="button"
      className={resultsClasses.labeledButton}
      aria-label={messages.showNamedOnMap(name)}
      onClick={() => mapSync.showOnMap(hash)}
    >
      <IconMapPin size={18} stroke={1.75} aria-hidden />
      {messages.mapColumn}
    </button>
  )
}

type FeedbackButtonProps = { provider: Provider; onGive: (provider: Provider) => void }

/** A button that opens the feedback form for a provider. */
function FeedbackButton({ provider, onGive }: FeedbackButtonProps) {
  return (
    <button
      type="button"
      className={resultsClasses.labeledButton}
      aria-label={messages.feedback.actionOn(provider.name)}
      onClick={() => onGive(provider)}
    >
      <IconMessage2 size={18} stroke={1.75} aria-hidden />
      {messages.feedback.action}
    </button>
  )
}
