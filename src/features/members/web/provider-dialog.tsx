import { Modal } from '@mantine/core'
import { IconSunHigh, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import type { IdCard } from '../contract.ts'
import { texts } from '../messages.ts'
import { LanguageSwitch } from './language-switch.tsx'
import classes from './provider-dialog.module.css'

type ProviderDialogProps = {
  card: IdCard
  languages: ComponentProps<typeof LanguageSwitch>
  opened: boolean
  onClose: () => void
}

/** A card in full screen, to hold up at the provider's reception: black on white, whatever the colors of the portal. */
export function ProviderDialog({ opened, onClose, ...shown }: ProviderDialogProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} fullScreen>
      <Modal.Content
        aria-label={texts[shown.languages.language].face.title}
        lang={shown.languages.language}
        className={classes.content}
      >
        <Modal.Body className={classes.body}>
          <ProviderCard {...shown} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type ProviderCardProps = Omit<ProviderDialogProps, 'opened'>

function ProviderCard({ card, languages, onClose }: ProviderCardProps) {
  useWakeLock()
  const { language } = languages
  const { face, provider, shown } = texts[language]
  const { holder, clientName, phones } = card
  const phone = phones.providers ?? phones.service ?? phones.elsewhere ?? phones.usaAndCanada
  return (
    <>
      <div className={classes.bar}>
        <p>
          <IconSunHigh size={22} aria-hidden /> {provider.brightness}
        </p>
        <LanguageSwitch {...languages} label={shown.cardLanguage} />
        <button
          type="button"
          className={classes.close}
          aria-label={provider.close}
          onClick={onClose}
          data-autofocus
        >
          <IconX size={24} aria-hidden />
        </button>
      </div>
      <div className={classes.columns}>
        <dl className={classes.facts}>
          <div className={classes.client}>
            <dt>{face.title}</dt>
            <dd dir="auto">{clientName}</dd>
          </div>
          <div className={classes.policy}>
            <dt>{face.policy}</dt>
            <dd dir="auto">{holder.policyNumber}</dd>
          </div>
          <div>
            <dt>{face.name}</dt>
            <dd dir="auto">
              {holder.firstName} {holder.lastName}
            </dd>
          </div>
          <div>
            <dt>{face.born}</dt>
            <dd>{face.day(holder.dateOfBirth)}</dd>
          </div>
          {holder.effectiveDate && (
            <div>
              <dt>{face.effective}</dt>
              <dd>{face.day(holder.effectiveDate)}</dd>
            </div>
          )}
        </dl>
        <div className={classes.reception}>
          <h2>{provider.reception}</h2>
          <p>{provider.verify}</p>
          {phone && (
            <p className={classes.phone}>
              <PhoneLink phone={phone} />
            </p>
          )}
          <div className={classes.scan}>
            <p>{provider.scan}</p>
            <ContactCode clientId={card.clientId} label={provider.code} />
          </div>
        </div>
      </div>
    </>
  )
}

/** The QR code of the page that says whom to contact. Its address names the client, not the patient. */
function ContactCode({ clientId, label }: { clientId: string; label: (address: string) => string }) {
  const address = `${location.origin}/confirm-eligibility/${clientId}`
  const { data } = useQuery({
    queryKey: ['contact-code', address],
    queryFn: async () => (await import('uqr')).encode(address, { border: 4 }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return <div className={classes.code} />
  const modules = data.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return (
    <svg
      viewBox={`0 0 ${data.size} ${data.size}`}
      role="img"
      aria-label={label(address)}
      className={classes.code}
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} />
    </svg>
  )
}

/** Keeps the screen on, where the browser can, also after a visit to another app. */
function useWakeLock() {
  useEffect(() => {
    let [lock, isGone]: [WakeLockSentinel | undefined, boolean] = [undefined, false]
    const release = () => void lock?.release().catch(() => {})
    const request = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // The browser refuses, for example, with a low battery.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isGone) release()
    }
    void request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', request)
      release()
    }
  }, [])
}
