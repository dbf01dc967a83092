import type { RawBuilder } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Contents } from './contents.ts'

export interface Move {
  from: UserId
  to: UserId
  contents: Contents
  /** Of the things, from `findRuns`. */
  runs: readonly string[]
  /** Files of the old owner that things of the new one named before: they stay. */
  theirs: readonly string[]
}

export interface MoveStep {
  /** The columns with an owner that it answers for, as `table.column`, for the test that misses none. */
  columns: readonly string[]
  run: (move: Move) => RawBuilder<unknown>
}
export const moveStep = (columns: readonly string[], run: MoveStep['run']): MoveStep => ({ columns, run })
