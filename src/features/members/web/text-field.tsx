import { TextInput } from '@mantine/core'

type WordFieldProps = {
  id: string
  label: string
  value: string
  error: string | undefined
  longest: number
  onChange: (text: string) => void
}

/** A text field for policy data, without autocorrection. */
export function TextField({ longest, onChange, ...rest }: WordFieldProps) {
  return (
    <TextInput
      {...rest}
      size="lg"
      required
      autoComplete="off"
      spellCheck={false}
      maxLength={longest}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
