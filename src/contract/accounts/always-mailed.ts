import type { NoticeKind } from './notices.ts'

/** Mailed whatever somebody chooses, and why. */
export const ALWAYS_MAILED = {
  payment: 'Receipts, and money on its way back.',
  refund: 'A refund that is asked for has to be answered in three days, and its answer has a date.',
  plan: 'Renewals are announced before they are charged, as the law asks.',
  agent_changed: 'A price that rises is announced 14 days before, and an agent you use may be stopped.',
  payee: 'Where your money goes, so that nobody changes it without you.',
} as const satisfies { [Kind in NoticeKind]?: string }
