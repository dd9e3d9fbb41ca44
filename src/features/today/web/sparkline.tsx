import { VisuallyHidden } from '@mantine/core'
import tilesClasses from './tiles.module.css'

type SparklineProps = {
  values: readonly number[]
  /** A line, bars, or bars of savings. */
  shape: 'line' | 'bars' | 'savings'
  /** The values as text. */
  description: string
}

const width = 88
const height = 32
const margin = 4

/** A small chart with a text alternative that highlights the last value. Without positive values, only the text. */
export function Sparkline({ values, shape, description }: SparklineProps) {
  const largest = Math.max(...values)
  return (
    <>
      {largest > 0 && (
        <svg
          className={tilesClasses.sparkline}
          data-shape={shape}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden
        >
          {shape === 'line' ? <Line values={values} /> : <Bars values={values} largest={largest} />}
        </svg>
      )}
      <VisuallyHidden> {description}</VisuallyHidden>
    </>
  )
}

function Line({ values }: { values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, at) => {
    const x = margin + ((width - 2 * margin) * at) / (values.length - 1)
    const y = height - margin - ((height - 2 * margin) * (value - least)) / (most - least || 1)
    return [round(x), round(y)] as const
  })
  const [lastX = 0, lastY = 0] = points.at(-1) ?? []
  const line = points.map((point) => point.join(' ')).join('L')
  return (
    <>
      <path className={tilesClasses.area} d={`M${margin} ${height}L${line}L${lastX} ${height}z`} />
      <path className={tilesClasses.line} d={`M${line}`} />
      <circle cx={lastX} cy={lastY} r={2.5} />
    </>
  )
}

function Bars({ values, largest }: { values: readonly number[]; largest: number }) {
  const step = width / values.length
  return values.map((value, at) => {
    const size = round(((height - 2) * value) / largest)
    const place = { x: round(at * step), y: height - size, width: round(step * 0.72), height: size, rx: 1.5 }
    return <rect key={place.x} {...place} data-last={at === values.length - 1 || undefined} />
  })
}

const round = (number: number) => Math.round(number * 10) / 10
