/** Signing in with a passkey of the person at this browser. Loaded on demand. */
import type { Assertion } from '#contract/accounts/passkeys.ts'
import { askForPasskey } from '#web/lib/webauthn.ts'
import { track } from './analytics.ts'
import { call, identity } from './call.ts'

/** Throws IdentityError, and what the browser throws: NotAllowedError when the person declined, AbortError when `signal` ended it. */
export async function signInWithPasskey(ask: { suggest: boolean; signal?: AbortSignal }): Promise<void> {
  const { options } = await call('startPasskeySignIn', {}, ask.signal && { signal: ask.signal })
  // The server checks what the browser says.
  const credential = (await askForPasskey(options, ask)) as unknown as Assertion
  await identity.enter('signInWithPasskey', { credential })
  track('login', { method: 'passkey' })
}
