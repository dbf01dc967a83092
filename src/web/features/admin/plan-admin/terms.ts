/** A version of a plan as the fields of its form, and back. */
import type { ManagedPlan, PlanEdit, PlanVersion } from '#contract/admin/plan-admin.ts'

export interface Draft {
  name: string
  monthly: string
  yearly: string
  agents: string
  /** Gigabytes; empty is unlimited. */
  storage: string
  /** Empty is unlimited. */
  calls: string
  /** Empty is as many as a workspace can have. */
  seats: string
  support: string
  features: string
  popular: boolean
  active: boolean
  reason: string
}

const GB = 1_000_000_000

export const toPlanDraft = (version: PlanVersion, active: boolean): Draft => ({
  name: version.name,
  monthly: String(version.monthly_paise / 100),
  yearly: String(version.yearly_paise / 100),
  agents: String(version.agent_limit),
  storage: version.storage_bytes === null ? '' : String(version.storage_bytes / GB),
  calls: version.api_calls === null ? '' : String(version.api_calls),
  seats: version.seats === null ? '' : String(version.seats),
  support: version.support,
  features: version.features.join('\n'),
  popular: version.is_popular,
  active,
  reason: '',
})

/** A number as it was typed; what is none is left to the server to refuse by its field. */
const number = (text: string, times = 1): number => {
  const value = Number(text.replaceAll(',', '').trim() || 'x') * times
  return Number.isFinite(value) ? Math.round(value) : -1
}

export const editOf = (draft: Draft, base: PlanVersion): PlanEdit => ({
  base_number: base.number,
  name: draft.name.trim(),
  monthly_paise: number(draft.monthly, 100),
  yearly_paise: number(draft.yearly, 100),
  agent_limit: number(draft.agents),
  storage_bytes: draft.storage.trim() === '' ? null : number(draft.storage, GB),
  api_calls: draft.calls.trim() === '' ? null : number(draft.calls),
  seats: draft.seats.trim() === '' ? null : number(draft.seats),
  support: draft.support.trim(),
  features: draft.features
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
  is_popular: draft.popular,
  active: draft.active,
  reason: draft.reason.trim(),
})

export const newestVersion = ({ versions }: ManagedPlan): PlanVersion => {
  const [newest] = versions
  if (!newest) throw new Error('A plan has a version')
  return newest
}
