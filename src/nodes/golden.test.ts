import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { catalogue } from './catalogue.ts'
import { GoldenCase, isRecorded, playGolden } from './golden.ts'
import type { NodeDefinition } from './node.ts'

const folder = new URL('./golden/', import.meta.url)
const types = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
const casesOf = (type: string) => {
  const file = JSON.parse(readFileSync(new URL(`${type}.json`, folder), 'utf8'))
  return z.array(GoldenCase).min(1).parse(file)
}

/** How many types may still be without a case; the number only shrinks. */
const MOST_WITHOUT_CASE = 0

describe('golden executions', () => {
  it('exist for every node type of the catalogue, and for nothing else', () => {
    const missing = catalogue.all.map((node) => node.type).filter((type) => !types.includes(type))
    expect(missing.length, `Without a case: ${missing.join(', ')}`).toBeLessThanOrEqual(MOST_WITHOUT_CASE)
    expect(types.filter((type) => !catalogue.get(type))).toEqual([])
  })

  describe.each(types.filter((type) => catalogue.get(type)))('%s', (type) => {
    const node = catalogue.get(type) as NodeDefinition
    it.each(casesOf(type).map((one) => [one.name, one] as const))('%s', async (_name, one) => {
      expect(isRecorded(one), 'Says what comes out; scripts/record-golden.ts writes it down').toBe(true)
      const { asked, ...came } = await playGolden(node, one)
      const { output, port, result, error } = one
      expect(came).toEqual(JSON.parse(JSON.stringify({ output, port, result, error })))
      if (one.asked) expect(asked).toEqual(one.asked)
      // What the registry says of the output is true.
      if (came.output !== undefined) expect(node.output.safeParse(came.output).error).toBeUndefined()
    })
  })
})
