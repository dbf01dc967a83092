/** No body, however it is filled, may hold up everybody: what a schema looks at one by one has a bound, and the worst body is cheap. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { DOORS, type DoorKind } from './support/body-doors.ts'
import { placesOf } from './support/worst-bodies.ts'

/** What may have any number, and why that costs little. */
const BOUNDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'tool run_agent .input names': 'any JSON: nothing in it is a problem of its own, and the run bounds its input',
}

it('every list and every object of free names that a caller sends has a bound', () => {
  const unbounded = Object.values(DOORS)
    .flat()
    .flatMap(({ name, schema }) =>
      placesOf(schema)
        .filter(({ kind, most }) => kind !== 'object' && most === Number.POSITIVE_INFINITY)
        .map(({ path, kind }) => `${name} ${path} ${kind}`),
    )
  expect(new Set(unbounded)).toEqual(new Set(Object.keys(BOUNDED_ELSEWHERE)))
})

let slow: Record<DoorKind, string[]>
beforeAll(async () => {
  const program = join(import.meta.dirname, 'support/body-costs.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', program])
  slow = JSON.parse(stdout)
  // Thousands of bodies: a bound against hanging, which a busy machine with a dozen processes came near to.
}, 300_000)

it.each(Object.keys(DOORS) as DoorKind[])(
  'no body of 1 MB to any %s holds the server up for longer than a tenth of a second',
  (kind) => {
    expect(slow[kind]).toEqual([])
  },
)
