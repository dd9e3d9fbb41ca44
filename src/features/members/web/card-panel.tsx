import { Button, Title } from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { IdCard as CardData, Language } from '../contract.ts'
import { CardActions } from './card-actions.tsx'
import classes from './card-panel.module.css'
import { IdCard } from './id-card.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { ProviderDialog } from './provider-dialog.tsx'
import { useTexts } from './use-texts.ts'

type CardPanelProps = {
  card: CardData
  /** Whether the member has just asked for this card, whose heading then takes the focus. */
  isNew: boolean
}

/** The card that the session shows, and what someone can do with it. */
export function CardPanel({ card, isNew }: CardPanelProps) {
  const { text, language: pageLanguage } = useTexts()
  const heading = useFocusOnArrival(isNew)
  const [isTurned, setTurned] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [chosen, setChosen] = useState<Language>()
  const preferred = chosen ?? pageLanguage
  const language = card.languages.includes(preferred) ? preferred : (card.languages[0] ?? 'en')
  const languages = {
    label: text.shown.cardLanguage,
    languages: card.languages,
    language,
    onChoose: setChosen,
  }
  return (
    <section className={classes.panel} aria-labelledby="shown-card">
      <Title order={2} id="shown-card" ref={heading} tabIndex={-1}>
        {text.shown.title}
      </Title>
      <IdCard card={card} language={language} isTurned={isTurned} />
      <div className={classes.controls}>
        <Button
          variant="default"
          leftSection={<IconRotate size={20} aria-hidden />}
          onClick={() => setTurned(!isTurned)}
        >
          {isTurned ? text.shown.showFront : text.shown.showBack}
        </Button>
        <LanguageSwitch {...languages} />
      </div>
      <CardActions card={card} language={language} onShowToProvider={() => setDialogOpen(true)} />
      <ProviderDialog
        card={card}
        languages={languages}
        opened={isDialogOpen}
        onClose={() => setDialogOpen(false)}
      />
    </section>
  )
}

/** Returns a ref for a heading that takes the focus when its content has just arrived. */
function useFocusOnArrival(isNew: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return heading
}
