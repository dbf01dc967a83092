/** What the caller may do with an object, sent with it: the client never derives a right by itself. Plain data. */
export interface Ability {
  allowed: boolean
  /** Why not, ready to be shown beside the disabled button. */
  reason: string | null
}

export const allowed: Ability = { allowed: true, reason: null }
export const refusedAbility = (reason: string): Ability => ({ allowed: false, reason })
