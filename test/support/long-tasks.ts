/** How long the thread of a program under test computed at a time, by what `watch-turns.ts` wrote down in it. */
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface LongTasks {
  /** For the program's start. */
  file: string
  /** The long turns since the last `begin`, in ms of processor time, the longest first. */
  since(): number[]
  begin(): void
  remove(): void
}

export function watchLongTasks(): LongTasks {
  const file = join(tmpdir(), `chowk-turns-${randomUUID()}`)
  writeFileSync(file, '')
  let from = 0
  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return {
    file,
    since: () =>
      lines()
        .slice(from)
        .map(Number)
        .toSorted((a, b) => b - a),
    begin() {
      from = lines().length
    },
    remove: () => rmSync(file, { force: true }),
  }
}
