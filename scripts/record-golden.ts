/**
 * `node scripts/run.mjs scripts/record-golden.ts TYPE…` fills in what comes out of the golden cases (`src/nodes/golden/TYPE.json`) that do
 * not say so yet; with `--again` of all of them. Read what it wrote: it is what people will get.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { catalogue } from '#nodes/catalogue.ts'
import { GoldenCase, isRecorded, playGolden } from '#nodes/golden.ts'

const types = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const again = process.argv.includes('--again')
for (const type of types) {
  const node = catalogue.get(type)
  if (!node) throw new Error(`There is no node type "${type}"`)
  const file = new URL(`../src/nodes/golden/${type}.json`, import.meta.url)
  const written = JSON.parse(readFileSync(file, 'utf8')) as object[]
  const cases = z.array(GoldenCase).parse(written)
  const filled = await Promise.all(
    cases.map(async (one, index) => {
      if (isRecorded(one) && !again) return written[index]
      const { output: _, port: __, result: ___, error: ____, ...rest } = (written[index] ?? {}) as Partial<GoldenCase>
      const { asked, ...came } = await playGolden(node, one)
      return { ...rest, ...(rest.asked ? { asked } : {}), ...came }
    }),
  )
  writeFileSync(file, `${JSON.stringify(filled, null, 2)}\n`)
  console.log(`${type}: ${cases.length} cases`)
}
