/** Under which operating-system account the embedded Postgres runs: it refuses root, so root hands it to a lesser one. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Account {
  name: string
  uid: number
  gid: number
}

const accounts = (): Account[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))

const entry = (name: string): Account | undefined => accounts().find((one) => one.name === name)

/** The account that owns something; it need not have a name on this machine. */
export const ownerAccount = (uid: number, gid: number): Account =>
  accounts().find((one) => one.uid === uid) ?? { name: `user ${uid}`, uid, gid }

/** What `spawn` takes; nothing for one's own account. */
export const idsOf = (account: Account | null): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {}

/** The account to run as: null for one's own. @throws Error when root has no lesser account to give it to */
export function serviceAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const account = entry('postgres') ?? entry('nobody')
  if (!account)
    throw new Error(
      'Running as root needs an account named postgres or nobody for the database. Create one, or start Chowk as another user.',
    )
  return account
}

/** Whether `account` can enter a folder: a clone under a home of mode 700 is closed to it. */
export function canEnter(folder: string, account: Account): boolean {
  return spawnSync('/usr/bin/test', ['-x', folder], { uid: account.uid, gid: account.gid }).status === 0
}
