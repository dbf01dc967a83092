/** What was mailed, read from the outbox; mail follows the answer that promised it, so a test waits for it. */
import { expect, vi } from 'vitest'
import type { TestDatabase } from './database.ts'

export interface Mailed {
  to: string
  subject: string
  body: string
}

export async function mailsTo({ pool }: TestDatabase, address: string): Promise<Mailed[]> {
  const { rows } = await pool.query<Mailed>(
    'select to_address as "to", subject, body from mails where to_address = $1 order by id',
    [address],
  )
  return rows
}

/** The latest mail to an address whose subject fits. */
export const mailTo = (database: TestDatabase, address: string, subject: RegExp): Promise<Mailed> =>
  vi.waitFor(
    async () => {
      const found = (await mailsTo(database, address)).findLast((mail) => subject.test(mail.subject))
      if (!found) throw new Error(`No mail to ${address} about ${subject}`)
      return found
    },
    { timeout: 10_000, interval: 20 },
  )

export const tokenOf = (mail: Mailed): string => {
  const token = /\?token=([\w-]+)/.exec(mail.body)?.[1] ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  return token
}

/** Nothing that was asked for is still unanswered. */
export const mailSettled = ({ pool }: TestDatabase): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query('select 1 from auth.mail_requests')
      if (rows.length > 0) throw new Error('mail was asked for and is not made yet')
    },
    { timeout: 10_000, interval: 20 },
  )
