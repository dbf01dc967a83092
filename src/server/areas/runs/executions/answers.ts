/** Answering what a run waits for, whichever way the answer comes: the product, the API or a link. */
import { AppError } from '#contract/core/errors.ts'
import type { WaitAnswer } from '#contract/runs/executions.ts'
import type { Resolution } from '#nodes/node.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { OwnerRow } from './executions.store.ts'
import { authoriseAnswer } from './repeat.ts'
import { prepareResolution } from './waits.ts'

/** The part of the engine this needs. */
export interface AnsweringEngine {
  resolveWait(
    id: string,
    resolution: Resolution,
    by: string | null,
  ): Promise<{ now: boolean; late?: boolean } | undefined>
}

/** Services outside where an approval can be answered. */
export type OutsideWay = 'slack' | 'telegram'

/**
 * @param given.as who answers, where that is no account: the step gives it to what follows
 * @param given.way where the answer was given, when that is outside of the product
 * @throws what `authoriseAnswer` and `prepareResolution` throw, not_found, already_resolved, and what the engine refuses
 */
export async function answerWait(
  { db, engine }: { db: Database; engine: AnsweringEngine },
  grant: Grant<'execution.control', OwnerRow>,
  { id, answer, as, way }: { id: string; answer: WaitAnswer; as?: string; way?: OutsideWay },
): Promise<void> {
  // A rejection also leads to further steps, which may send something: a person who lost access can cancel the run
  // instead.
  await authoriseAnswer(db, grant)
  const prepared = await prepareResolution(db, grant, id, answer)
  const resolution = { ...prepared, ...(as !== undefined && { by: as }), ...(way !== undefined && { way }) }
  const resolved = await engine.resolveWait(id, resolution, as === undefined ? prepared.by : null)
  if (!resolved) throw new AppError('not_found')
  if (resolved.late) throw new AppError('already_resolved', { message: 'The time to answer this is over.' })
  if (!resolved.now) throw new AppError('already_resolved')
}
