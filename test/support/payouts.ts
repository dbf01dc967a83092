/** A run of payouts on the product under browser tests: a seller with verified details and payable earnings, and the run that pays them. */
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { joinE2eDatabase } from './e2e-database.ts'
import { SUPER_ADMIN } from './people.ts'
import { signIn, signUp, visit } from './visit.ts'

/** @returns the id of the run */
export async function payoutRun(url: string): Promise<string> {
  const name = `payee-${crypto.randomUUID()}`
  const seller = visit(url, await signUp(url, `${name}@example.test`))
  const admin = visit(url, await signIn(url, SUPER_ADMIN.email, SUPER_ADMIN.password))
  const { data: me } = await seller.call('GET', '/api/v1/users/me')
  await admin.call('PUT', `/api/v1/users/${me.id}/role`, { role: 'seller', reason: 'A test' })
  const { data } = await seller.call('PUT', '/api/v1/seller/profile', {
    legal_name: 'Asha Rao',
    kind: 'individual',
    address: '1 MG Road, Pune',
    state_code: '27',
    payee: { type: 'upi', vpa: 'asha@okbank' },
  })
  const decided = { verdict: 'verified', seen_at: data.profile.updated_at }
  await admin.call('POST', `/api/v1/admin/seller-profiles/${me.id}/decide`, decided)
  const database = await joinE2eDatabase(url)
  try {
    await database.db.transaction().execute((tx) =>
      postToLedger(tx, {
        key: `test:${name}`,
        kind: 'sale',
        cause: { type: 'test', id: name },
        lines: [
          { account: 'gateway', paise: -250_000 },
          { account: 'earnings', owner: me.id, paise: 250_000 },
        ],
      }),
    )
  } finally {
    await database.drop()
  }
  return (await admin.call('POST', '/api/v1/admin/payout-runs')).data.id
}
