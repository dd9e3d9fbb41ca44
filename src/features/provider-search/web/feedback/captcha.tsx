import 'altcha/external'
import 'altcha/altcha.css'
import type {} from 'altcha/types/react'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { getCaptchaChallenge } from '../../contract.ts'
import classes from './captcha.module.css'

$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())

/** Hides the widget's links and logo, and does not record pointer movements. */
const configuration = JSON.stringify({ hideFooter: true, hideLogo: true, humanInteractionSignature: false })

const change = z.object({ detail: z.object({ state: z.string(), payload: z.string().nullish() }) })

/** ALTCHA's widget: passes a token when the proof of work is done, and undefined when it expires. */
export function Captcha({ onToken }: { onToken: (token: string | undefined) => void }) {
  const widget = useRef<HTMLElement>(null)
  useEffect(() => {
    const listen = (event: Event) => {
      const { data } = change.safeParse(event)
      const isVerified = data?.detail.state === 'verified'
      onToken((isVerified && data.detail.payload) || undefined)
    }
    const element = widget.current
    element?.addEventListener('statechange', listen)
    return () => element?.removeEventListener('statechange', listen)
  }, [onToken])
  return (
    <div className={classes.captcha}>
      <altcha-widget
        ref={widget}
        challenge={getCaptchaChallenge.path}
        configuration={configuration}
        language="en"
        name="captchatoken"
      />
    </div>
  )
}
