/**
 * Who is asking, once per request. The token says only who somebody is; role, permissions and status come from our own
 * database at every request, so a lowered role or a block works at once.
 */
import type { Caller, VisitorCaller } from '#server/domain/caller.ts'
import { visitorKey } from './visitor-key.ts'

export interface Sessions {
  /**
   * The user behind a bearer token.
   * @param authorization the header as it came, never empty
   * @throws AppError `unauthenticated` when the token is malformed, not to be believed or its session has ended;
   * `account_blocked` and `account_inactive` when its user may not act
   */
  resolve(authorization: string): Promise<Caller>
  /** Whether somebody resolved earlier may still act; asked every few seconds for open streams. */
  stillValid(caller: Caller): Promise<boolean>
}

/** Who asks without a token. */
export const visitorOf = (secret: string, ip: string): VisitorCaller => ({ type: 'visitor', key: visitorKey(secret, ip) })

/** The loopback addresses: the machine itself. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(?:::ffff:)?127\./.test(address)
