/** Who may write to a service as its visitor: a browser that holds a visitor’s token (and entered the current password), or a member. */
import { AppError } from '#contract/core/errors.ts'
import { type Caller, isViewed } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { DoorRow, VisitorRow } from './chats.store.ts'

export type VisitorGrant = Grant<'chat.visit', { door: DoorRow; visitor: VisitorRow }>

/** An account itself, not a program of it, nor an admin who sees Chowk as its owner. */
export const isMember = (caller: Caller): caller is Extract<Caller, { type: 'user' }> =>
  caller.type === 'user' && caller.api_key === undefined && !isViewed(caller)

const REFUSED = {
  public: 'Open the chat again to continue.',
  password: 'Enter the password to open this chat.',
  members: 'Sign in to open this chat.',
} as const

/** @throws forbidden with what to do */
export function mayVisit(caller: Caller, door: DoorRow, visitor: VisitorRow | null): VisitorGrant {
  const isStale = door.access === 'password' && visitor?.password_epoch !== door.password_epoch
  if (visitor === null || isStale) throw new AppError('forbidden', { message: REFUSED[door.access] })
  return mint('chat.visit', caller, { door, visitor })
}
