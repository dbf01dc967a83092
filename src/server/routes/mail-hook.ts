import { AppError } from '#contract/core/errors.ts'
import type { FileDeps } from '#server/domain/files/files.ts'
import { filesOfOwners } from '#server/domain/files/run-files.ts'
import { checkBytes, type MailHookSettings, receiveMailHook } from '#server/domain/triggers/mail-hook.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { type RunEngine, refusals } from './run.ts'

interface Deps extends Pick<FileDeps, 'db' | 'files'> {
  engine: RunEngine
  /** Null: no provider passes mail on. */
  settings: MailHookSettings | null
}

/** Both are needed: a secret to believe, and a domain to know addresses by. */
export const mailHookOf = (given: {
  mailInDomain: string | null
  mailInSecret: string | null
}): MailHookSettings | null =>
  given.mailInDomain && given.mailInSecret ? { domain: given.mailInDomain, secret: given.mailInSecret } : null

/** @throws not_found where the operator has set up none */
function settingsOf(settings: MailHookSettings | null): MailHookSettings {
  if (settings === null) throw new AppError('not_found')
  return settings
}

export const mailHookHandlers = ({ db, files, engine, settings }: Deps): Pick<Handlers, 'receiveMailHook'> => ({
  receiveMailHook: {
    checkAddress: async () => {
      settingsOf(settings)
    },
    checkBytes: (bytes, headers) => checkBytes(settingsOf(settings), { bytes, headers, now: new Date() }),
    handle: async ({ body }, { raw, received }) => {
      const start = (request: Parameters<RunEngine['start']>[0]) => refusals(() => engine.start(request))
      await receiveMailHook({ db, files: filesOfOwners({ db, files }), start }, settingsOf(settings), {
        body: body ?? null,
        headers: raw.headers as Record<string, unknown>,
        bytes: received?.bytes ?? new Uint8Array(),
        files: received?.files ?? [],
        now: new Date(),
      })
      return { accepted: true as const }
    },
  },
})
