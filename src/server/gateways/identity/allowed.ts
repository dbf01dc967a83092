/** How many attempts of what are allowed, once. Generous to a person who forgot, useless to a machine that guesses. */
import { networkOf } from '#server/gateways/network.ts'
import type { Bucket } from './throttle.ts'

const ALLOWED = {
  sign_in_address: { max: 50, window_s: 900 },
  sign_in_account: { max: 20, window_s: 900 },
  sign_in_device: { max: 10, window_s: 900 },
  sign_up_address: { max: 60, window_s: 600 },
  forgot_address: { max: 20, window_s: 3600 },
  forgot_account: { max: 5, window_s: 3600 },
  forgot_device: { max: 5, window_s: 3600 },
  taken_mail: { max: 1, window_s: 3600 },
  external_address: { max: 100, window_s: 900 },
  sign_on_address: { max: 300, window_s: 900 },
  link_address: { max: 60, window_s: 900 },
  verification: { max: 5, window_s: 3600 },
  confirm: { max: 10, window_s: 900 },
  second_step: { max: 10, window_s: 900 },
  passkey_address: { max: 60, window_s: 900 },
  change_password: { max: 10, window_s: 900 },
} as const

/**
 * @param subject an IP address for the names with that ending: the holder of one address of a network has the whole
 * network
 */
export const rateBucket = (name: keyof typeof ALLOWED, subject: string): Bucket => ({
  name,
  subject: name.endsWith('_address') ? networkOf(subject) : subject,
  ...ALLOWED[name],
})
