import type { NoticeKind } from './notices.ts'

/** Notices that are always mailed, whatever the user chose, and why. */
export const ALWAYS_MAILED = {
  payment: 'Receipts and refunds.',
  refund: 'You have three days to answer a refund request, and the buyer’s answer has a deadline.',
  plan: 'The law requires renewals to be announced before they are charged.',
  agent_changed: 'A price increase is announced 14 days in advance, and an agent you use may be discontinued.',
  payee: 'Where your money goes, so that no one changes it without your knowledge.',
  backup: 'Until a backup succeeds again, what is new would be lost with the machine.',
  channel: 'People who write to your service get no answer until you connect its channel again.',
  provisioning:
    'Many members were about to be removed from your workspace, and only an owner can say whether that is meant.',
} as const satisfies { [Kind in NoticeKind]?: string }
