/** Waiting until an account is connected again, for a step and for a tool of an agent. */
import type { Json } from '#contract/core/primitives.ts'
import { type NodeContext, NodeError, type Wait } from '#nodes/node.ts'
import { DAY_MS } from '#shared/time.ts'
import { type AccountSettings, slotOf } from './account-slot.ts'

/** So often an action may ask to come back later, or for its account, before the step gives up. */
export const MOST_TURNS = 20

/** So long a step waits for an account that has to be connected again, in ms. */
const LONGEST_WAIT = 7 * DAY_MS

/** What a step keeps while it waits. */
export interface Turn {
  turn: number
  /** When it began to wait for an account, in ms since 1970; null while it has none to wait for. */
  since: number | null
}

export const FIRST_TURN: Turn = { turn: 0, since: null }

type Waiting = Pick<NodeContext<unknown>, 'run' | 'now'>

/** Plain words for the person who runs it: what they can put right is theirs, anything else is the author's. */
function titleOf({ run }: Waiting, error: NodeError): string {
  const { owner, author, agent_version } = run.as
  if (error.code === 'account_reconnect' || ('user_id' in owner && owner.user_id === author)) return error.message
  const who = agent_version ? 'the seller' : 'the owner of the workflow'
  return `Waiting for ${who} to connect an account again.`
}

/**
 * The wait for the account that an action was refused for.
 * @param keep what the step keeps, with its next turn
 * @returns null when the error is another one, or when there were turns enough
 */
export function accountWait(
  ctx: Waiting,
  settings: AccountSettings & { credential?: string | undefined },
  error: unknown,
  { turn, since }: Turn,
  keep: (next: Turn) => Json,
): Wait | null {
  if (!(error instanceof NodeError) || !['credential_reconnect', 'account_reconnect'].includes(error.code)) return null
  if (turn >= MOST_TURNS) return null
  const began = since ?? ctx.now().getTime()
  const isLent = error.code === 'account_reconnect'
  return {
    type: 'account',
    title: titleOf(ctx, error),
    // A tool of an MCP server signs in with an account that its settings don't name.
    credential: isLent ? null : (error.credential ?? settings.credential ?? null),
    slot: isLent ? (slotOf(settings) ?? null) : null,
    until: new Date(began + LONGEST_WAIT).toISOString(),
    state: keep({ turn: turn + 1, since: began }),
  }
}

/** What a step says that has waited for long enough. */
export const waitedTooLong = (): NodeError =>
  new NodeError('account_reconnect', 'The account was not connected again within 7 days.', { field: 'credential' })
