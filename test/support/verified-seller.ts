/** A seller whose details an admin has found right, with payable earnings out of nothing. */
import type { UserId } from '#contract/core/primitives.ts'
import type { Payee } from '#contract/selling/seller-profile.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import type { Person, TestApp } from './app.ts'

let moves = 0
/** Payable earnings; negative: a refund after a payout. */
export const earn = (test: TestApp, owner: UserId, paise: number) =>
  test.database.db.transaction().execute((tx) =>
    postToLedger(tx, {
      key: `test:earned:${++moves}`,
      kind: 'sale',
      cause: { type: 'test', id: `${moves}` },
      lines: [
        { account: 'gateway', paise: -paise },
        { account: 'earnings', owner, paise },
      ],
    }),
  )

export interface Wanted {
  admin: Person
  name: string
  paise: number
  payee?: Payee
}

export async function verifiedSeller(test: TestApp, { admin, name, paise, payee }: Wanted): Promise<Person> {
  const person = { ...(await test.person('seller')), signed_in_at: new Date() }
  test.know(person)
  const body = {
    legal_name: name,
    kind: 'individual',
    address: '1 MG Road, Pune',
    state_code: '27',
    contact_email: 'help@asha.example',
    pan: 'AAAPL1234C',
    payee: payee ?? { type: 'bank', holder: name, account: '00123456789', ifsc: 'HDFC0001234' },
  }
  const put = await test.call('PUT', '/api/v1/seller/profile', { as: person, body })
  const seen_at = put.body.data.profile.updated_at
  await test.call('POST', `/api/v1/admin/seller-profiles/${person.id}/decide`, {
    as: admin,
    body: { verdict: 'verified', seen_at },
  })
  if (paise !== 0) await earn(test, person.id, paise)
  return person
}
