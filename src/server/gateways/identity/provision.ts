/** Accounts made by the operator, without a browser and without a session. */
import type { BetterAuth } from './better-auth.ts'

interface Provisioned {
  email: string
  password: string
  display_name: string
}

/** The account of this email with this password; an existing one gets the password and loses its sessions. @returns its subject */
export async function provisionAccount(auth: BetterAuth, input: Provisioned): Promise<string> {
  const { internalAdapter, password } = await auth.$context
  const email = input.email.toLowerCase()
  const hash = await password.hash(input.password)
  const found = await internalAdapter.findUserByEmail(email)
  const user =
    found?.user ??
    (await internalAdapter.createUser({ email, name: input.display_name, emailVerified: true }, { method: 'admin' }))
  const account = await internalAdapter.findCredentialAccount(user.id)
  if (account) {
    await internalAdapter.updateAccount(account.id, { password: hash })
    await internalAdapter.deleteUserSessions(user.id)
  } else {
    await internalAdapter.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: hash })
  }
  return user.id
}
