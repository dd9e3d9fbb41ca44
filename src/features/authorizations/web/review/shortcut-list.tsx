import { messages } from '../../messages.ts'
import classes from './shortcut-list.module.css'

const text = messages.review
const { everywhere, outsideFields, inLists, off } = text.shortcuts

type Keys = { title: string; keys: readonly (readonly [readonly string[], string])[] }

/** The keyboard shortcuts, by where they work, for deciding or read-only users. */
export function KeyList({ mayDecide, hasSingleKeys }: { mayDecide: boolean; hasSingleKeys: boolean }) {
  const groups: Keys[] = [
    ...(hasSingleKeys
      ? [
          {
            title: outsideFields.title,
            keys: [...(mayDecide ? outsideFields.deciding : []), ...outsideFields.looking],
          },
        ]
      : []),
    { title: everywhere.title, keys: mayDecide ? everywhere.deciding : everywhere.looking },
    ...(mayDecide ? [{ title: inLists.title, keys: inLists.deciding }] : []),
  ]
  return (
    <section className={classes.keys} aria-label={text.keys}>
      {groups.map((group) => (
        <KeyGroup key={group.title} {...group} />
      ))}
      {!hasSingleKeys && <p>{off}</p>}
    </section>
  )
}

const KeyGroup = ({ title, keys }: Keys) => (
  <div>
    <h3>{title}</h3>
    <dl>
      {keys.map(([pressed, action]) => (
        <div key={action}>
          <dt>
            {pressed.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  </div>
)
