/** The long form of the fuzz in `test/breaks.test.ts`: `node campaigns/expression-fuzz.ts [--inputs 1000000] [--seed 1]`. Exits non-zero when anything breaks out. */
import { parseArgs } from 'node:util'
import { type FuzzResult, fuzzExpressions } from '../test/support/expression-fuzz.ts'

const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
})
const SLICE = 50_000
const all: FuzzResult = { inputs: 0, answered: 0, refused: 0, breaks: [] }
const began = Date.now()
for (let left = Number(values.inputs), seed = Number(values.seed); left > 0; left -= SLICE, seed++) {
  const slice = await fuzzExpressions(seed, Math.min(SLICE, left))
  all.inputs += slice.inputs
  all.answered += slice.answered
  all.refused += slice.refused
  all.breaks.push(...slice.breaks)
}
for (const line of all.breaks.slice(0, 20)) console.error(line)
console.table([
  { ...all, breaks: all.breaks.length, wanted: 'breaks 0', seconds: Math.round((Date.now() - began) / 1000) },
])
process.exit(all.breaks.length === 0 ? 0 : 1)
