/** The table of clause kinds. A new kind is one more entry in the list of its theme. */
import type { ClauseKind } from './kind.ts'
import { LAW } from './kinds-law.ts'
import { LIABILITY } from './kinds-liability.ts'
import { LIFE } from './kinds-life.ts'
import { MONEY } from './kinds-money.ts'
import { RIGHTS } from './kinds-rights.ts'

export const CLAUSE_KINDS: readonly ClauseKind[] = [...LIFE, ...MONEY, ...RIGHTS, ...LIABILITY, ...LAW]
