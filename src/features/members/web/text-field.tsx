import { TextInput } from '@mantine/core'

type TextFieldProps = {
  id: string
  label: string
  value: string
  error: string | undefined
  maxLength: number
  onChange: (text: string) => void
}

/** A text field for policy data, without autocorrection. */
export function TextField({ maxLength, onChange, ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      size="lg"
      required
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
