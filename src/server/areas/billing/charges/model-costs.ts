/**
 * Paid calls of the platform's models: before each call its maximum is held of the credits of the person who runs the
 * agent, inside their caps. The end of the run charges the actual cost and releases the rest, or all of it when there
 * is no result.
 */
import { AppError } from '#contract/core/errors.ts'
import { NodeError } from '#nodes/node.ts'
import { checkCaps } from '#server/areas/billing/credits/caps.ts'
import { notifyWhenLow } from '#server/areas/billing/credits/low-balance.ts'
import { checkWidgetBudget } from '#server/areas/billing/credits/widget-budget.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import { OR_YOUR_OWN } from '#server/areas/workflows/workflows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './charges.store.ts'

/**
 * Holds what a call may cost that takes at most `micros` micro-rupees without GST. The charge is locked until the transaction ends, in
 * which the call is written.
 * @param options.ownHelps whether a model of the payer's own would be asked instead
 * @throws NodeError `cap_reached`, `insufficient_credits`, `cancelled`: what is finished is kept, and nothing is charged for the run
 */
export async function holdModelCost(
  tx: Queryable,
  charge: string,
  micros: number,
  { now, ownHelps }: { now: Date; ownHelps: boolean },
): Promise<void> {
  const held = await store.lockCharge(tx, charge, micros)
  if (!held) throw new NodeError('cancelled', 'The run has finished.')
  const {
    buyer_id: buyer,
    member_id: member,
    service_id,
    root,
    price_paise,
    cap_paise,
    used_paise,
    need_paise,
    models_held_paise,
  } = held
  const next = rupees(need_paise - used_paise)
  if (cap_paise !== null && price_paise + need_paise > cap_paise)
    throw stopped(
      'cap_reached',
      `Your limit per run is ${rupees(cap_paise)}. This run costs ${rupees(price_paise)}, its AI models have cost ${rupees(used_paise)}, and this call may cost ${next}.`,
    )
  const paise = need_paise - models_held_paise
  if (paise <= 0) return
  try {
    await checkWidgetBudget(tx, { charge }, paise)
    await checkCaps(tx, { buyer, member, service_id, root, paise, now })
    await postToLedger(tx, {
      key: `charge:${charge}:models:${need_paise}`,
      kind: 'hold',
      cause: { type: 'charge', id: charge },
      lines: [
        { account: 'credits', owner: buyer, paise: -paise },
        { account: 'credits_held', owner: buyer, paise },
      ],
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'cap_reached') throw stopped(error.code, error.message)
    if (error.code !== 'insufficient_credits') throw error
    const why = `This AI model call may cost ${next}, and you don’t have enough credits. Top up${ownHelps ? OR_YOUR_OWN : ''}.`
    throw stopped(error.code, why)
  }
  await store.noteModelsHeld(tx, charge, need_paise)
  await notifyWhenLow(tx, buyer, now)
}

const stopped = (code: string, why: string) => new NodeError(code, `${why} Finished steps are kept.`)
