/** What the visitors of a widget may cost its owner in a day: asked before a run begins, and before each call of a model in it that is paid. */
import { AppError } from '#contract/core/errors.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './widget-budget.store.ts'

/** Told to visitors: what it is about is the owner's. */
export const USED_UP = 'Today’s limit is reached. Come back tomorrow.'

/**
 * Before a paid call of a model or of an agent: the budget is locked until the transaction ends. Does nothing for runs that no visitor
 * asked for.
 * @param of the charge, or the run that the visitor started
 * @param paise what is about to be held
 * @throws cap_reached
 */
export async function checkWidgetBudget(
  tx: Queryable,
  of: { charge: string } | { execution: string },
  paise: number,
): Promise<void> {
  const service = await store.findServiceOfVisitor(tx, of)
  if (service === null) return
  const budget = await store.lockBudget(tx, service)
  const used = await store.usedToday(tx, service)
  if (budget === null || used.paise + paise > budget.daily_paise)
    throw new AppError('cap_reached', { message: 'This widget’s daily budget doesn’t cover this call.' })
}
