/** Passwords of accounts, hashed and compared as the provider does it at sign-in. */
import { AppError } from '#contract/core/errors.ts'
import type { BetterAuth } from './better-auth.ts'
import type { Parts } from './parts.ts'

export const createPasswordCheck = (auth: BetterAuth): Pick<Parts, 'hash' | 'checkPassword'> => ({
  hash: async (password) => (await auth.$context).password.hash(password),
  async checkPassword(userId, password) {
    const { internalAdapter, password: passwords } = await auth.$context
    const hash = (await internalAdapter.findCredentialAccount(userId))?.password
    if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('password_wrong')
    return hash
  },
})
