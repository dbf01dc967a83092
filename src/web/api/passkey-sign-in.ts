/** Signing in with a passkey, for whoever sits before this browser. Loaded when it is asked for. */
import { askForPasskey } from '#web/lib/webauthn.ts'
import { track } from './analytics.ts'
import { call, identity } from './call.ts'

/** Throws IdentityError, and what the browser throws: NotAllowedError when the person declined, AbortError when `signal` ended it. */
export async function signInWithPasskey(ask: { suggest: boolean; signal?: AbortSignal }): Promise<void> {
  const { options } = await call('startPasskeySignIn', {}, ask.signal && { signal: ask.signal })
  const credential = await askForPasskey(options, ask)
  await identity.enter('signInWithPasskey', { credential })
  track('login', { method: 'passkey' })
}
