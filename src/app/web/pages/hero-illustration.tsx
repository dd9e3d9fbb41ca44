import classes from './hero-illustration.module.css'

const rings = [60, 110, 160, 210]
const near = [
  [262, 190],
  [196, 262],
  [286, 276],
] as const
const far = [
  [120, 168],
  [330, 128],
  [372, 300],
  [150, 356],
  [250, 74],
  [86, 278],
  [322, 384],
] as const

/** Illustration: providers around a place, nearest first. */
export function HeroIllustration({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 460 460" className={`${classes.picture} ${className}`} aria-hidden="true">
      {rings.map((radius) => (
        <circle key={radius} cx="230" cy="230" r={radius} className={classes.ring} />
      ))}
      <path d="M14 300c70-46 120 24 196-18s78-128 236-96" className={classes.road} />
      <path d="M150 18c-20 92 62 128 52 206s-96 110-70 222" className={classes.road} />
      {far.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="6" className={classes.far} />
      ))}
      {near.map(([x, y]) => (
        <path key={x} d={pinAt(x, y)} className={classes.near} />
      ))}
      <circle cx="230" cy="230" r="17" className={classes.halo} />
      <circle cx="230" cy="230" r="8" className={classes.here} />
    </svg>
  )
}

function pinAt(x: number, y: number) {
  return `M${x} ${y}c-4-9-12-16-12-25a12 12 0 0 1 24 0c0 9-8 16-12 25Z`
}
