import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { PhoneLink } from '#platform/web/phone-link.tsx'
import { messages } from '../messages.ts'
import classes from './members.module.css'

const text = messages.login

/** Contacts for members who cannot log in. */
export function LoginHelp() {
  const { servicePhone, serviceEmail } = getBootstrapData()
  if (!servicePhone && !serviceEmail) return null
  return (
    <section className={classes.help}>
      <h2>{text.helpTitle}</h2>
      <p>{text.help}</p>
      <ul>
        {servicePhone && (
          <li>
            <PhoneLink phone={servicePhone} />
          </li>
        )}
        {serviceEmail && (
          <li>
            <a href={`mailto:${serviceEmail}`}>{serviceEmail}</a>
          </li>
        )}
      </ul>
    </section>
  )
}
