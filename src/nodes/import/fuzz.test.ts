import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hostileFile } from '#test/support/hostile-files.ts'
import { analyse } from './analyse.ts'
import { readWorkflowFile } from './read-file.ts'
import { ImportError } from './untrusted.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 300)

it(`never crashes on a random or mutated file (${RUNS} of them)`, () => {
  fc.assert(
    fc.property(hostileFile, (file) => {
      try {
        for (const { document, slots } of readWorkflowFile(file, () => '0'.repeat(64)).workflows)
          analyse(document, slots)
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError)
      }
    }),
    { numRuns: RUNS },
  )
})
