/**
 * Requested mail. A request writes one row for any address; the row is processed right after it: the account is looked
 * up, the link created and the mail queued, in one transaction that removes the row. Rows left by a crash are processed
 * at the next start.
 */
import { AppError } from '#contract/core/errors.ts'
import type { Transact, Work } from '#server/gateways/identity-transaction.ts'
import { makeLink } from './mail-links.ts'
import type { MailTexts } from './mail-texts.ts'

export type MailPurpose = 'reset' | 'verify' | 'change' | 'taken'

interface MailRequest {
  purpose: MailPurpose
  user_id: string | null
  email: string
}

export interface MailRequests {
  /** Written when it resolves; mailed soon after. */
  ask(request: MailRequest): Promise<void>
  /** Ends the looking for rows that others left, and waits for what is under way. */
  stop(): Promise<void>
}

const AGAIN_MS = 15_000

const TAKE = `
  delete from auth.mail_requests where id =
    (select id from auth.mail_requests order by id limit 1 for update skip locked)
  returning purpose, user_id, email`

/** The mails of one request; none when there is nobody to write to. */
async function answer(tx: Work, texts: MailTexts, request: MailRequest): Promise<void> {
  const { purpose, user_id, email } = request
  const [owner] = await tx.rows<{ id: string; verified: boolean }>(
    'select id, "emailVerified" as verified from auth."user" where email = $1',
    [email],
  )
  if (purpose === 'taken') {
    if (owner) await tx.mail({ to: email, ...texts.taken() })
  } else if (purpose === 'change') {
    const [asker] = await tx.rows<{ email: string }>('select email from auth."user" where id = $1', [user_id])
    if (!asker || user_id === null) return
    await tx.mail({ to: asker.email, ...texts.changeAsked() })
    if (owner) await tx.mail({ to: email, ...texts.taken() })
    else {
      const words = texts.change(await makeLink(tx, { purpose, user_id, email }))
      await tx.mail({ to: email, ...words, language: await tx.languageOf(asker.email) })
    }
  } else if (owner && !(purpose === 'verify' && owner.verified)) {
    const token = await makeLink(tx, { purpose, user_id: owner.id, email })
    await tx.mail({ to: email, ...texts[purpose](token) })
  }
}

export function createMailRequests(
  transact: Transact,
  texts: MailTexts,
  log: { error: (details: object, message: string) => void },
): MailRequests {
  let stopped = false
  /** False when none was left. A request whose address no mail can have is dropped. */
  const one = () =>
    transact(async (tx) => {
      const [request] = await tx.rows<MailRequest>(TAKE)
      if (!request) return false
      await answer(tx, texts, request).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
      return true
    })
  const all = async () => {
    try {
      while (!stopped && (await one())) {
        // until none is left
      }
    } catch (err) {
      log.error({ err }, 'mail that was asked for waits')
    }
  }
  let answering = Promise.resolve()
  const go = () => {
    answering = answering.then(all)
  }
  const timer = setInterval(go, AGAIN_MS)
  timer.unref()
  go()
  return {
    async ask({ purpose, user_id, email }) {
      await transact((tx) =>
        tx.rows('insert into auth.mail_requests (purpose, user_id, email) values ($1, $2, $3)', [
          purpose,
          user_id,
          email,
        ]),
      )
      go()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await answering
    },
  }
}
