/** What the verbs of the embedded provider share. */
import type { BetterAuth, EmbeddedOptions } from './better-auth.ts'
import type { KnownDevices } from './known-device.ts'
import type { MailRequests } from './mail-requests.ts'
import type { MailTexts } from './mail-texts.ts'
import type { Call } from './provider-call.ts'
import type { Throttle } from './throttle.ts'

export interface Parts {
  auth: BetterAuth
  call: Call
  throttle: Throttle
  devices: KnownDevices
  options: EmbeddedOptions
  mailRequests: MailRequests
  texts: MailTexts
  /** Slow on purpose. */
  hash: (password: string) => Promise<string>
  /** @returns its hash. @throws password_wrong when it is not the account's, or the account has none */
  checkPassword: (userId: string, password: string) => Promise<string>
}
