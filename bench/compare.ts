// npm run bench -- compare FOLDER NAME [ROUNDS]: alternates runs of a benchmark in an earlier version (FOLDER,
// with its packages installed) and in this one, and prints the ratio of every figure that both print.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { percentile } from './timing.ts'

/** The figures of one run by "row, column", such as "search, p95 ms". */
type Figures = Map<string, number>

/** Prints before, now and now ÷ before: medians of all rounds. Throws if a run fails. */
export async function compare(folder: string, name: string, rounds: number) {
  const here = resolve(import.meta.dirname, '..')
  const before: Figures[] = []
  const now: Figures[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that changes in machine load affect both versions.
    const turns = [() => runInto(before, resolve(folder), name), () => runInto(now, here, name)]
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
  }
  console.log(`| ${name}, median of ${rounds} | before | now | ratio | ratios of the rounds |`)
  console.log('| --- | --- | --- | --- | --- |')
  for (const label of before[0]?.keys() ?? []) printRatio(label, before, now)
}

function printRatio(label: string, before: readonly Figures[], now: readonly Figures[]) {
  const [old, current] = [before, now].map((runs) => runs.map((figures) => figures.get(label) ?? Number.NaN))
  if (!old || !current || [...old, ...current].some((figure) => !(figure > 0))) return
  const ratios = current.map((figure, round) => (figure / (old[round] ?? Number.NaN)).toFixed(2))
  const [oldMedian, median] = [percentile(0.5, old), percentile(0.5, current)]
  console.log(
    `| ${label} | ${oldMedian} | ${median} | ${(median / oldMedian).toFixed(2)} | ${ratios.join(' ')} |`,
  )
}

async function runInto(runs: Figures[], folder: string, name: string) {
  console.error(`${name} in ${folder}`)
  const running = spawn(process.execPath, [join('bench', 'run.ts'), name], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  running.stdout.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise((end) => running.once('close', end))
  if (code !== 0) throw new Error(`The benchmark in ${folder} exited with ${code}:\n${output}`)
  runs.push(readFigures(output))
}

/** Reads the Markdown tables that benchmarks print. A row that occurs again, in a later table, gets a number. */
function readFigures(output: string): Figures {
  const figures: Figures = new Map()
  let heads: string[] = []
  let previous: string[] = []
  for (const line of output.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : []
    if (cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell))) heads = previous
    else
      for (const [column, head] of heads.entries()) {
        const figure = Number(/^[\d,.]+/.exec(cells[column] ?? '')?.[0].replaceAll(',', ''))
        if (column > 0 && Number.isFinite(figure))
          figures.set(findLabel(figures, `${cells[0]}, ${head}`), figure)
      }
    if (cells.length === 0) heads = []
    previous = cells
  }
  return figures
}

function findLabel(figures: Figures, label: string): string {
  let found = label
  for (let count = 2; figures.has(found); count += 1) found = `${label} (${count})`
  return found
}
