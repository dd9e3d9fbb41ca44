const steps = [1, 2, 2.5, 5, 10]

const wanted = 4

/** The axis lines of a chart from 0 up to its maximum: about four round numbers; whole numbers for counts. */
export function chartTicks(most: number, { isWhole = false } = {}): number[] {
  if (!(most > 0)) return [0, 1]
  const rough = isWhole ? Math.max(1, most / wanted) : most / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    power *
    (steps.find(
      (each) => each * power >= rough * 0.999_999 && (!isWhole || Number.isInteger(each * power)),
    ) ?? 10)
  const count = Math.ceil((most / step) * 0.999_999)
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** Formats an axis number in few characters: 1,250 is 1.25K. */
export const formatShort = (value: number): string => shortForm.format(value)

const shortForm = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 })
