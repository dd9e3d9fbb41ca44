import type { CSSProperties } from 'react'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { type IdCard as CardData, type Language, readCardLogo } from '../contract.ts'
import { texts } from '../messages.ts'
import { textColorOn } from '../rules.ts'
import classes from './id-card.module.css'

type CardProps = { card: CardData; language: Language; isTurned: boolean }

/**
 * Both sides of an ID card, as on paper. Screen readers always get both; the phone numbers on the side that is turned
 * away cannot be focused.
 */
export function IdCard({ card, language, isTurned }: CardProps) {
  const { front, back } = texts[language].shown
  const colors = { '--card-color': card.color, '--card-ink': textColorOn(card.color) } as CSSProperties
  return (
    <div className={classes.card} lang={language} style={colors} data-turned={isTurned || undefined}>
      <div className={classes.sides}>
        <section aria-label={front} className={classes.front} data-fade>
          <Front card={card} language={language} />
        </section>
        <section aria-label={back} className={classes.back} data-fade>
          <Back card={card} language={language} canFocus={isTurned} />
        </section>
      </div>
    </div>
  )
}

type SideProps = { card: CardData; language: Language }

function Front({ card, language }: SideProps) {
  const { face } = texts[language]
  const { holder, clientName, group, hasLogo } = card
  return (
    <>
      <div className={classes.band}>
        {hasLogo && <img src={readCardLogo.path} alt="" />}
        <p dir="auto" data-length={measure(clientName)}>
          {clientName}
        </p>
      </div>
      <dl className={classes.facts}>
        <Fact label={face.name} value={`${holder.firstName} ${holder.lastName}`} isWide />
        <Fact label={face.policy} value={holder.policyNumber} isWide />
        <Fact label={face.born} value={face.day(holder.dateOfBirth)} />
        {holder.effectiveDate && <Fact label={face.effective} value={face.day(holder.effectiveDate)} />}
        {group && <Fact label={face.group} value={group} />}
      </dl>
    </>
  )
}

type FactProps = { label: string; value: string; isWide?: boolean }

const Fact = ({ label, value, isWide = false }: FactProps) => (
  <div className={isWide ? classes.wide : undefined}>
    <dt>{label}</dt>
    <dd dir="auto" data-length={measure(value)}>
      {value}
    </dd>
  </div>
)

/** Long text is set smaller. */
const measure = (value: string) => {
  const { length } = [...value]
  if (length > 48) return 'longest'
  return length > 24 ? 'long' : undefined
}

function Back({ card, language, canFocus }: SideProps & { canFocus: boolean }) {
  const { face } = texts[language]
  const { address, company } = card
  return (
    <>
      <p className={classes.heading}>{face.phones}</p>
      <dl className={classes.phones}>
        {listPhones(card, language).map(({ label, phone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{canFocus ? <PhoneLink phone={phone} /> : phone}</dd>
          </div>
        ))}
      </dl>
      {address && (
        <p className={classes.address}>
          <b>{face.address}</b> <span dir="auto">{address}</span>
        </p>
      )}
      <p className={classes.disclaimer}>{face.disclaimer(company)}</p>
    </>
  )
}

/** The phone numbers on the card, in the order of the printed card. */
function listPhones({ phones }: CardData, language: Language) {
  const { face } = texts[language]
  return (['usaAndCanada', 'elsewhere', 'providers', 'service'] as const).flatMap((kind) => {
    const phone = phones[kind]
    return phone ? [{ label: face[kind], phone }] : []
  })
}
