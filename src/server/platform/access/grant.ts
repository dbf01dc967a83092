/** Proof that a policy allowed an action. A verb that takes a grant cannot be called unguarded: it would not compile. */
import type { Caller } from './caller.ts'

declare const proof: unique symbol

/** `Action` is `noun.verb`; `on` is the thing the policy looked at when it allowed the action. */
export interface Grant<Action extends string, On = null> {
  readonly [proof]: Action
  readonly action: Action
  readonly by: Caller
  readonly on: On
}

/** Called by `*.policy.ts` files only; `test/house.test.ts` sees to it. */
export const mint = <const Action extends string, On>(action: Action, by: Caller, on: On): Grant<Action, On> =>
  ({ action, by, on }) as Grant<Action, On>
