import type { Caller } from './caller.ts'

export interface Sessions {
  /**
   * The user behind a bearer token or an API key.
   * @param authorization the header as it came, never empty
   * @throws AppError `unauthenticated` when the token is malformed, not to be believed or its session has ended;
   * `account_blocked` and `account_inactive` when its user may not act
   */
  resolve(authorization: string): Promise<Caller>
  /** Whether a previously resolved caller may still act; checked every few seconds for open streams. */
  stillValid(caller: Caller): Promise<boolean>
}
