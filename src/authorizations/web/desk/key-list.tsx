import { messages } from '../../messages.ts'
import classes from './desk.module.css'

/** What keys do at the desk. */
export const KeyList = () => (
  <dl className={classes.keys} aria-label={messages.desk.keys}>
    {messages.desk.keyList.map(([keys, action]) => (
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
