import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { messages } from '../messages.ts'
import classes from './header.module.css'

/** The header: logo with link to the start page, and the staff navigation below. */
export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className={classes.header} data-noprint>
      <div className={children ? classes.rows : classes.row}>
        <Link to="/" className={classes.home}>
          <Logo />
          <span>{getBootstrapData().companyName}</span>
        </Link>
        <ColorSchemeSwitch />
        {children}
      </div>
    </header>
  )
}

/** The logo: a map pin with a cross. */
function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#134f8c" />
      <path d="M16 5.5a8 8 0 0 0-8 8c0 5.7 8 13 8 13s8-7.3 8-13a8 8 0 0 0-8-8Z" fill="#fff" />
      <path d="M16 9.5v8M12 13.5h8" stroke="#c2570c" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  )
}

/** Switches the color scheme; choosing the system scheme follows the system again. */
function ColorSchemeSwitch() {
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
