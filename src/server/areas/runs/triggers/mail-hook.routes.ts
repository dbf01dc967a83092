import { AppError } from '#contract/core/errors.ts'
import { type RunEngine, translateEngineRefusals } from '#server/areas/runs/executions/run.routes.ts'
import type { FileDeps } from '#server/areas/runs/files/files.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { checkBytes, type MailHookSettings, receiveMailHook } from './mail-hook.ts'

interface Deps extends Pick<FileDeps, 'db' | 'files'> {
  engine: RunEngine
  /** Null: no provider passes mail on. */
  settings: MailHookSettings | null
}

/** Both are needed: a secret to believe, and a domain to know addresses by. */
export const mailHookSettings = (given: {
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
      const start = (request: Parameters<RunEngine['start']>[0]) => translateEngineRefusals(() => engine.start(request))
      await receiveMailHook({ db, files: createFilePort({ db, files }), start }, settingsOf(settings), {
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
