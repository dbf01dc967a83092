/** Calls of the platform's models inside paid runs: before each one the buyer's caps are asked, so a run stops before it passes one. */
import { AppError } from '#contract/errors.ts'
import { NodeError } from '#nodes/node.ts'
import type { Queryable } from '#server/database/database.ts'
import { checkCaps } from '#server/domain/credits/caps.ts'
import { rupees } from '#server/domain/credits/rupees.ts'
import * as store from './charges.store.ts'

const MICROS_PER_PAISA = 10_000
const paiseOf = (micros: number): number => Math.ceil(micros / MICROS_PER_PAISA)

/** The charge that a run, or the run that started it, counts on; null where nothing is paid with credits. */
export const chargeOf = (db: Queryable, execution: string): Promise<string | null> =>
  store.findRunningCharge(db, execution)

/**
 * Asks for a call that may cost `micros` micro-rupees. The charge is locked until the transaction ends, in which the call is written.
 * @throws NodeError `cap_reached`: what is finished is kept, and nothing is charged for the run
 */
export async function checkModelCost(tx: Queryable, charge: string, micros: number, now: Date): Promise<void> {
  const held = await store.lockCharge(tx, charge)
  if (!held) return
  const used = paiseOf(held.model_micros)
  const more = paiseOf(held.model_micros + micros) - used
  if (held.cap_paise !== null && held.price_paise + used + more > held.cap_paise)
    throw stopped(
      `Your cap for a run is ${rupees(held.cap_paise)}: it costs ${rupees(held.price_paise)}, its models took ${rupees(used)}, and this call may take ${rupees(more)}.`,
    )
  try {
    await checkCaps(tx, { buyer: held.buyer_id, service_id: held.service_id, paise: more, now })
  } catch (error) {
    if (error instanceof AppError && error.code === 'cap_reached') throw stopped(error.message)
    throw error
  }
}

const stopped = (why: string) => new NodeError('cap_reached', `${why} What is finished is kept.`)
