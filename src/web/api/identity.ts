/**
 * The identity provider as the rest of the browser sees it: the seven operations of specification §7. The embedded provider
 * is one implementation; another one only has to fill this shape.
 */
import type { Account as AccountShape } from '#contract/accounts/auth.ts'
import type { Problem } from '#contract/core/envelope.ts'

export type Account = AccountShape

/** Who the provider says is signed in; what they may do comes from our server, never from here. */
export interface Identity {
  subject: string
  email: string
  display_name: string | null
}

export type EmbeddedMethod = 'finishSignIn' | 'signInWithPasskey'

export interface IdentityProvider {
  signInWithPassword: (email: string, password: string) => Promise<void>
  /** Creates the user with the display name and leaves them signed in. The embedded provider alone knows invitations. */
  createUser: (email: string, password: string, displayName: string, invitation?: string | null) => Promise<void>
  signInWithGoogle: () => Promise<void>
  signInWithGitHub: () => Promise<void>
  /** Ways in that the embedded provider alone has: the second step of a sign-in, a passkey. */
  enter?: (way: EmbeddedMethod, body: unknown) => Promise<void>
  signOut: () => Promise<void>
  /** A bearer token, a fresh one when `force`; null when nobody is signed in. */
  token: (force: boolean) => Promise<string | null>
  /** Calls `listener` with who is signed in now, and again on every change. Answers how to stop. */
  onChange: (listener: (identity: Identity | null) => void) => () => void
}

/** A refusal of the provider. Its message carries the substrings specification §8 matches on. */
export class IdentityError extends Error {
  readonly code: string
  readonly problems: readonly Problem[]
  constructor(code: string, message: string, problems: readonly Problem[] = [], cause?: unknown) {
    super(message, { cause })
    this.name = 'IdentityError'
    this.code = code
    this.problems = problems
  }
}
