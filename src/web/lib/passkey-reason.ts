import { t } from './language.ts'
import type { Hindrance } from './webauthn.ts'

/** Why a passkey cannot be used here, in words; undefined when it can. */
export function passkeyReason(hindrance: Hindrance): string | undefined {
  if (hindrance === null) return undefined
  if (hindrance === 'browser') return t('Passkeys need https and a browser that supports them')
  return location.hostname === '127.0.0.1'
    ? t('Passkeys don’t work at an IP address. Open http://localhost:{port}', { port: location.port })
    : t('Passkeys don’t work at an IP address. Use a domain name')
}
