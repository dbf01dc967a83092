/** Passkeys in the browser: options and answers of WebAuthn as JSON, whose bytes are base64url. */

type Json = Record<string, unknown>

const toBytes = (text: unknown): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(String(text).replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
const toText = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const withIds = (list: unknown) =>
  ((list ?? []) as Json[]).map(
    (entry) => ({ ...entry, id: toBytes(entry.id) }) as unknown as PublicKeyCredentialDescriptor,
  )

/** Why no passkey can be used on this page; null when one can. */
export type Hindrance = 'browser' | 'address' | null

export function passkeyHindrance(): Hindrance {
  if (typeof PublicKeyCredential === 'undefined') return 'browser'
  // WebAuthn binds a passkey to a name; an address of numbers is none.
  return /^[\d.]+$|^\[/.test(location.hostname) ? 'address' : null
}

/** Whether the browser can offer passkeys inside the email field. */
export const canSuggest = async (): Promise<boolean> =>
  passkeyHindrance() === null && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

const common = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: toText(credential.rawId),
  type: 'public-key' as const,
  clientExtensionResults: {},
  authenticatorAttachment: credential.authenticatorAttachment,
})

/** Makes a passkey. Throws what the browser throws: NotAllowedError when the person declined, InvalidStateError when there is one. */
export async function createPasskey(options: Json) {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...(options.user as Json), id: toBytes((options.user as Json).id) },
    excludeCredentials: withIds(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    ...common(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

/** Uses a passkey; with `suggest` it waits, until `signal` ends it, for one to be picked in the email field. */
export async function askForPasskey(options: Json, { suggest, signal }: { suggest: boolean; signal?: AbortSignal }) {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: withIds(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions
  const credential = (await navigator.credentials.get({
    publicKey,
    ...(suggest && { mediation: 'conditional' as const }),
    ...(signal && { signal }),
  })) as PublicKeyCredential
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    ...common(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: response.userHandle && toText(response.userHandle),
    },
  }
}
