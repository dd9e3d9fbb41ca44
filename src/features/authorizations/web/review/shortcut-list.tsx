import { messages } from '../../messages.ts'
import classes from './shortcut-list.module.css'

const text = messages.review
const { everywhere, outsideFields, inLists, off } = text.shortcuts

type Shortcuts = { title: string; keys: readonly (readonly [readonly string[], string])[] }

/** The keyboard shortcuts, grouped by where they work. */
export function ShortcutList({ mayDecide, hasSingleKeys }: { mayDecide: boolean; hasSingleKeys: boolean }) {
  const groups: Shortcuts[] = [
    ...(hasSingleKeys
      ? [
          {
            title: outsideFields.title,
            keys: [...(mayDecide ? outsideFields.deciding : []), ...outsideFields.viewing],
          },
        ]
      : []),
    { title: everywhere.title, keys: mayDecide ? everywhere.deciding : everywhere.viewing },
    ...(mayDecide ? [{ title: inLists.title, keys: inLists.deciding }] : []),
  ]
  return (
    <section className={classes.keys} aria-label={text.keys}>
      {groups.map((group) => (
        <ShortcutGroup key={group.title} {...group} />
      ))}
      {!hasSingleKeys && <p>{off}</p>}
    </section>
  )
}

const ShortcutGroup = ({ title, keys }: Shortcuts) => (
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
