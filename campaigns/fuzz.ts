/**
 * The long form of `test/fuzz.test.ts`: `node campaigns/fuzz.ts [--requests 10000] [--seed 2]`. Prints what the tests print; exits
 * non-zero when one fails.
 */
import { parseArgs } from 'node:util'
import { bin, run } from '../scripts/processes.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '2' } },
})
process.exitCode = await run(bin('vitest'), ['run', 'test/fuzz.test.ts'], {
  FUZZ_REQUESTS: values.requests,
  FUZZ_SEED: values.seed,
})
