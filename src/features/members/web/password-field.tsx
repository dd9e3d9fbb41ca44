import { ActionIcon, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { FieldInputProps } from '#platform/web/form/use-app-form.ts'
import { passwordLength } from '../rules.ts'
import classes from './members.module.css'

type PasswordFieldProps = {
  field: FieldInputProps
  label: string
  description?: string
  words: { showTyped: string; capsLock: string }
  autoComplete: 'current-password' | 'new-password'
  size: 'md' | 'lg'
}

const buttonSize = { md: 40, lg: 44 } as const

/** A password field with a show button and a Caps Lock hint. */
export function PasswordField({ field, words, size, ...props }: PasswordFieldProps) {
  const [isShown, show] = useState(false)
  const [isCapsOn, setCapsOn] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) => setCapsOn(event.getModifierState('CapsLock'))
  const Eye = isShown ? IconEyeOff : IconEye
  return (
    <div>
      <TextInput
        {...field}
        {...props}
        type={isShown ? 'text' : 'password'}
        size={size}
        required
        withAsterisk={false}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={passwordLength.max}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onBlur={(event) => {
          setCapsOn(false)
          void field.onBlur(event)
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            size={buttonSize[size]}
            aria-label={words.showTyped}
            aria-pressed={isShown}
            onClick={() => show(!isShown)}
          >
            <Eye size={24} stroke={1.75} aria-hidden />
          </ActionIcon>
        }
      />
      <p role="status" className={classes.caps}>
        {isCapsOn && words.capsLock}
      </p>
    </div>
  )
}
