/**
 * What the gateway says of disputes, from its answers, webhooks and lists. A decision is the last word, whenever it comes. Before it the
 * bank may send evidence back, so `open` and `under_review` follow each other both ways: neither an event nor a list tells whether it is
 * older than what is known here, and the gateway is asked.
 */
import { AppError } from '#contract/core/errors.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import type { GatewayDispute, SaidDispute } from '#server/gateways/payments/entities.ts'
import { findByGatewayId } from './disputes.store.ts'
import { isDecided, type Seen, take } from './take-dispute.ts'

/** How often a dispute is asked for that keeps changing meanwhile. */
const TRIES = 5

/**
 * What an event or a list says.
 * @returns false when it was known. @throws not_found for a payment we have not taken over; GatewayRefused, GatewayUnreachable
 */
export async function takeDispute(deps: Paying, said: SaidDispute): Promise<boolean> {
  if (!('status' in said)) return syncDispute(deps, said.id)
  const seen = await findByGatewayId(deps.db, deps.gateway.name, said.id)
  return needsAsking(seen, said) ? syncDispute(deps, said.id) : takeSaid(deps, said, seen)
}

function needsAsking(seen: Seen, { status, respond_by }: GatewayDispute): boolean {
  if (isDecided(status)) return false
  if (seen === null) return status !== 'open'
  if (isDecided(seen.status)) return false
  return status !== seen.status || (respond_by !== null && respond_by.getTime() !== seen.respond_by?.getTime())
}

/** Takes over how a dispute is at the gateway now. @returns, @throws as `takeDispute` */
export async function syncDispute(deps: Paying, id: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const seen = await findByGatewayId(deps.db, deps.gateway.name, id)
    const taken = await takeSeen(deps, await deps.gateway.dispute(id), seen)
    if (taken !== null) return taken
  }
  throw new Error(`Dispute ${id} changed each time the gateway was asked about it`)
}

/** Takes over what the gateway answered when the dispute was as seen here. @returns, @throws as `takeDispute` */
export const takeSaid = async (deps: Paying, said: GatewayDispute, seen: Seen): Promise<boolean> =>
  (await takeSeen(deps, said, seen)) ?? syncDispute(deps, said.id)

/** @returns null when the dispute is not as seen any more */
async function takeSeen(deps: Paying, dispute: GatewayDispute, seen: Seen): Promise<boolean | null> {
  try {
    return await deps.db.transaction().execute((tx) => take(tx, deps, { dispute, seen, taking: true }))
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    // What was bought cannot be taken back any more: the platform bears it.
    return deps.db.transaction().execute((tx) => take(tx, deps, { dispute, seen, taking: false }))
  }
}
