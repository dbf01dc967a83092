import { expect, it } from 'vitest'
import { payoutSettings } from './settings.ts'

const payments = {
  key_id: 'rzp_test_12345678',
  key_secret: 'secret of a key',
  webhook_secret: 'x',
  base_url: 'https://x',
}
const both = { RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316', RAZORPAYX_WEBHOOK_SECRET: 'secret of a hook' }

it('names an account, its webhook, and the keys of the payments', () => {
  expect(payoutSettings(both, payments)).toEqual({
    key_id: payments.key_id,
    key_secret: payments.key_secret,
    base_url: payments.base_url,
    account_number: both.RAZORPAYX_ACCOUNT_NUMBER,
    webhook_secret: both.RAZORPAYX_WEBHOOK_SECRET,
  })
  expect(payoutSettings({}, payments)).toBeNull()
})

it.each([
  ['an account alone', { RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316' }, payments],
  ['a webhook alone', { RAZORPAYX_WEBHOOK_SECRET: 'secret of a hook' }, payments],
  ['no keys', both, null],
])('refuses %s', (_, variables, keys) => {
  expect(() => payoutSettings(variables, keys)).toThrow('belong together')
})
