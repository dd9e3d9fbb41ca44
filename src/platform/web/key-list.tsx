import classes from './key-list.module.css'

type KeyListProps = {
  keys: readonly (readonly [pressed: readonly string[], action: string])[]
  /** Whether the lines are close together and the actions start after the widest keys. */
  isCompact?: boolean
}

/** Keyboard shortcuts: the keys and what they do. */
export const KeyList = ({ keys, isCompact = false }: KeyListProps) => (
  <dl className={isCompact ? classes.compact : classes.spacious}>
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
)
