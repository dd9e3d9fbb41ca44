import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { messages } from '../messages.ts'

/** Switches the color scheme; choosing the system scheme follows the system again. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = shown === 'dark' ? 'light' : 'dark'
  const label = other === 'dark' ? messages.toDark : messages.toLight
  const turn = () => setColorScheme(other === systemScheme() ? 'auto' : other)
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={44}
      onClick={turn}
      aria-label={label}
      title={label}
    >
      {other === 'dark' ? <IconMoon size={22} stroke={1.75} /> : <IconSun size={22} stroke={1.75} />}
    </ActionIcon>
  )
}

const systemScheme = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
