import { IconUserCircle } from '@tabler/icons-react'
import type { AccountManager } from '../contract.ts'
import classes from './clients.module.css'
import { useManagerPicture } from './use-manager-picture.ts'

/** An account manager: picture or icon, and contact details. */
export function ManagerCard({
  manager: { name, title, email, phone, photoUrl },
}: {
  manager: AccountManager
}) {
  const picture = useManagerPicture(photoUrl)
  const [mailbox, host] = email.split('@')
  return (
    <li className={classes.manager}>
      {picture ? (
        <img className={classes.picture} src={picture} alt={name} width={96} height={96} />
      ) : (
        <IconUserCircle className={classes.picture} size={96} stroke={1} aria-hidden />
      )}
      <div>
        <h2>{name}</h2>
        <p>{title}</p>
        <p>
          <a href={`mailto:${email}`}>
            {mailbox}@<wbr />
            {host}
          </a>
        </p>
        <p>
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </p>
      </div>
    </li>
  )
}
