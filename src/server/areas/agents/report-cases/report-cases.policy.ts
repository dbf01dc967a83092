/** Who reports, and who decides on reports. The only place that mints grants on them. */
import { type CaseState, isDecided } from '#contract/agents/report-case-values.ts'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type ReportGrant = Grant<'report.make', UserId>
export type CaseGrant = Grant<'report.judge', UserId>

/** @throws unauthenticated */
export function mayReport(caller: Caller): ReportGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('report.make', caller, caller.id)
}

/** @throws unauthenticated, forbidden */
export function mayJudgeReports(caller: Caller): CaseGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!isAdminOrAbove(caller.role)) throw new AppError('forbidden')
  return mint('report.judge', caller, caller.id)
}

interface Judged {
  kind: 'agent' | 'review' | 'person'
  state: CaseState
  owner_id: UserId | null
  /** Null when it is gone. */
  subject_name: string | null
}

const OWN = 'This concerns you, so someone else needs to decide.'
const DECIDED = 'This report was already decided.'

/** Nobody works on a case about themselves. */
export function assignAbility({ on }: CaseGrant, { owner_id, state }: Judged): Ability {
  if (isDecided(state)) return refusedAbility(DECIDED)
  return owner_id === on ? refusedAbility(OWN) : allowed
}

/** A review is kept or removed, which decides the case on it. */
export function decideAbility(grant: CaseGrant, row: Judged): Ability {
  if (row.kind === 'review' && row.subject_name !== null && !isDecided(row.state))
    return refusedAbility('Keep or remove the review instead.')
  return assignAbility(grant, row)
}
