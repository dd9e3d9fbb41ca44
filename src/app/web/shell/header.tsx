import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconPhoneCall, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatPhone } from '#platform/contract/phone-address.ts'
import { messages } from '#platform/shell-messages.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { usePageTexts } from '#platform/web/language/use-page-language.ts'
import classes from './header.module.css'

/** The header of public and member pages: the logo with a link to the start page, the 24/7 phone and, if asked for, the logins. */
export function Header({ hasLogins }: { hasLogins: boolean }) {
  const text = usePageTexts(messages)
  return (
    <header className={classes.header} data-noprint>
      <div className={classes.row}>
        <Link to="/" className={classes.home}>
          <Logo />
          <span>{getBootstrapData().companyName}</span>
        </Link>
        <div className={classes.end}>
          <ServicePhone />
          {hasLogins && (
            <nav aria-label={text.logins} className={classes.logins}>
              <Link to="/client-member-page/login">{text.memberLogin}</Link>
              <Link to="/token" preload={false}>
                {text.portalLogin}
              </Link>
            </nav>
          )}
          <ColorSchemeSwitch />
        </div>
      </div>
    </header>
  )
}

/** The 24/7 phone number; on a phone, an icon. */
function ServicePhone() {
  const { alwaysOpen } = usePageTexts(messages)
  const { servicePhone } = getBootstrapData()
  const telephone = servicePhone && formatPhone(servicePhone)
  if (!telephone) return null
  return (
    <a href={`tel:${telephone}`} className={classes.phone}>
      <IconPhoneCall size={24} stroke={1.75} aria-hidden />
      <span>
        <small>{alwaysOpen}</small> {servicePhone}
      </span>
    </a>
  )
}

/** The logo: a map pin with a cross. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#134f8c" />
      <path d="M16 5.5a8 8 0 0 0-8 8c0 5.7 8 13 8 13s8-7.3 8-13a8 8 0 0 0-8-8Z" fill="#fff" />
      <path d="M16 9.5v8M12 13.5h8" stroke="#c2570c" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  )
}

function ColorSchemeSwitch() {
  const { label, Icon, toggle } = useColorSchemeSwitch()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={44}
      onClick={toggle}
      aria-label={label}
      title={label}
    >
      <Icon size={22} stroke={1.75} />
    </ActionIcon>
  )
}

/** Switches the color scheme; choosing the system scheme follows the system again. */
export function useColorSchemeSwitch() {
  const text = usePageTexts(messages)
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = shown === 'dark' ? 'light' : 'dark'
  return {
    label: other === 'dark' ? text.toDark : text.toLight,
    Icon: other === 'dark' ? IconMoon : IconSun,
    toggle: () => setColorScheme(other === systemScheme() ? 'auto' : other),
  }
}

const systemScheme = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
