import { messages } from '../../messages.ts'
import classes from './desk.module.css'

const { keys: title, decidingKeys, lookingKeys } = messages.desk

/** What keys do at the desk, of somebody who decides or only looks. */
export const KeyList = ({ mayDecide }: { mayDecide: boolean }) => (
  <dl className={classes.keys} aria-label={title}>
    {[...(mayDecide ? decidingKeys : []), ...lookingKeys].map(([keys, action]) => (
      <div key={action}>
        <dt>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{action}</dd>
      </div>
    ))}
  </dl>
)
