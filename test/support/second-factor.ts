/** An authenticator app for tests. Codes are made for the clock of the test, so each test moves it: a code is taken once. */
import { codeOf } from '#server/gateways/identity/totp.ts'
import type { Browser, TestIdentity } from './identity.ts'
import { PASSWORD } from './identity.ts'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648: what an app does with the secret it is given. */
export function textOfSecret(base32: string): string {
  let bits = ''
  for (const letter of base32.replace(/=+$/, '')) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0')
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

/** The code that an app shows now, or so many steps of 30 s from now. */
export const appCode = (secret: string, offset = 0): string =>
  codeOf(textOfSecret(secret), Math.floor(Date.now() / STEP_MS) + offset)

/** Sets a second factor up for who is signed in. @returns the secret in base 32, and the backup codes */
export async function setUpSecondFactor(identity: TestIdentity, browser: Browser) {
  const { data } = await identity.accounts.startTwoFactor({ password: PASSWORD }, browser)
  browser.keep(await identity.accounts.enableTwoFactor({ code: appCode(data.secret) }, browser))
  return data
}
