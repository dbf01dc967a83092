import { t } from './language.ts'
import type { Hindrance } from './webauthn.ts'

/** Why a passkey cannot be used here, in words; undefined when it can. */
export function passkeyReason(hindrance: Hindrance): string | undefined {
  if (hindrance === null) return undefined
  if (hindrance === 'browser') return t('This browser, or an address without https, knows no passkeys')
  return location.hostname === '127.0.0.1'
    ? t('Passkeys need a name instead of numbers in the address: open http://localhost:{port}', { port: location.port })
    : t('Passkeys need a name instead of numbers in the address of this page')
}
