/** Passkeys in the browser, whose own functions turn options and answers into JSON (WebAuthn Level 3, §5.1.8 to §5.1.10). */

type Json = Record<string, unknown>

/** Why no passkey can be used on this page; null when one can. */
export type Hindrance = 'browser' | 'address' | null

export function passkeyHindrance(): Hindrance {
  // Browsers from before 2025 have passkeys without these functions.
  if (typeof PublicKeyCredential === 'undefined' || !('parseRequestOptionsFromJSON' in PublicKeyCredential))
    return 'browser'
  // WebAuthn binds a passkey to a name; an address of numbers is none.
  return /^[\d.]+$|^\[/.test(location.hostname) ? 'address' : null
}

/** Whether the browser can offer passkeys inside the email field. */
export const canSuggest = async (): Promise<boolean> =>
  passkeyHindrance() === null && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

/** Makes a passkey. Throws what the browser throws: NotAllowedError when the person declined, InvalidStateError when there is one. */
export async function createPasskey(options: Json): Promise<RegistrationResponseJSON> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  return credential.toJSON() as RegistrationResponseJSON
}

/** Uses a passkey; with `suggest` it waits, until `signal` ends it, for one to be picked in the email field. */
export async function askForPasskey(
  options: Json,
  { suggest, signal }: { suggest: boolean; signal?: AbortSignal },
): Promise<AuthenticationResponseJSON> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const credential = (await navigator.credentials.get({
    publicKey,
    ...(suggest && { mediation: 'conditional' as const }),
    ...(signal && { signal }),
  })) as PublicKeyCredential
  return credential.toJSON() as AuthenticationResponseJSON
}
