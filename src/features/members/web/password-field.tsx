import { ActionIcon, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { messages } from '../messages.ts'
import classes from './members.module.css'

const text = messages.login

/** A password field with a show button and a Caps Lock hint. */
export function PasswordField({ id, error }: { id: string; error: string | undefined }) {
  const [isShown, show] = useState(false)
  const [isCapsOn, setCapsOn] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) => setCapsOn(event.getModifierState('CapsLock'))
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <div>
      <TextInput
        id={id}
        name="Password"
        label={text.password}
        type={isShown ? 'text' : 'password'}
        size="lg"
        required
        withAsterisk={false}
        autoComplete="current-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={1000}
        error={error}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onBlur={() => setCapsOn(false)}
        rightSection={
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={text.showTyped}
            aria-pressed={isShown}
            onClick={() => show(!isShown)}
          >
            <Eye size={24} stroke={1.75} aria-hidden />
          </ActionIcon>
        }
      />
      <p role="status" className={classes.caps}>
        {isCapsOn && text.capsLock}
      </p>
    </div>
  )
}
