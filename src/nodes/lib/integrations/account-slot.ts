/** The settings of a step, or of a tool, that uses the account of an agent's buyer in place of the author's. */
import { z } from 'zod'

const fixed = { expression: 'none' } as const

export const BUYER_ACCOUNT = {
  buyer_account: z
    .boolean()
    .default(false)
    .describe(
      'When this workflow is sold as an agent, its buyers connect their own account. Yours is for your own runs.',
    )
    .meta({ title: 'The buyer’s own account', ...fixed }),
  purpose: z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}]*$/u, 'Remove line breaks')
    .default('')
    .describe('What the account is for. Buyers read it before they connect theirs.')
    .meta({
      title: 'What it’s for',
      placeholder: 'To write the result',
      when: { field: 'buyer_account', is: [true] },
      ...fixed,
    }),
  slot: z
    .string()
    .regex(/^(?:[a-z0-9][a-z0-9-]{0,39})?$/, 'Use lower-case letters, digits and hyphens')
    .default('')
    .describe('Only for agents that use several accounts at one app: steps with the same name share an account.')
    .meta({ title: 'Name of the account', when: { field: 'buyer_account', is: [true] }, ...fixed }),
} as const

export interface AccountSettings {
  integration: string
  buyer_account: boolean
  slot: string
}

/** The slot that these settings mean, as `AgentAccount` names it; none where the author's account is used. */
export const slotOf = ({ integration, buyer_account, slot }: AccountSettings): string | undefined => {
  if (!buyer_account) return undefined
  return slot === '' ? integration : `${integration}.${slot}`
}
