/** What the caller may do with an object, sent with it: the client never derives permissions itself. Plain data. */
export interface Ability {
  allowed: boolean
  /** Why not, as a text to show next to the disabled button. */
  reason: string | null
}

export const allowed: Ability = { allowed: true, reason: null }
export const refusedAbility = (reason: string): Ability => ({ allowed: false, reason })
