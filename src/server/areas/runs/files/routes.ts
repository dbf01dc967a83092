import type { UserId } from '#contract/core/primitives.ts'
import { type Caller, memberOf } from '#server/platform/access/caller.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getReadableFile, type ReadingDeps, readPage, readText, storeFile } from './files.ts'

type Names = 'uploadFile' | 'getFile' | 'getFileText' | 'getFilePage'

const uploaderOf = (caller: Caller): UserId | null => (caller.type === 'user' ? memberOf(caller) : null)

/** The picture of a page as it is answered. */
export const pageAnswer = (page: number, body: Buffer) => ({
  type: 'file' as const,
  name: `page-${page}.png`,
  mime: 'image/png',
  bytes: body.length,
  disposition: 'inline' as const,
  body,
})

export const fileHandlers = (deps: ReadingDeps): Pick<Handlers, Names> => ({
  uploadFile: async (_input, context) =>
    storeFile(deps, context.caller, { ...(await context.upload()), uploaded_by: uploaderOf(context.caller) }),
  getFile: async ({ params }, { caller }) => {
    const { id, name, mime, bytes } = await getReadableFile(deps, caller, params.id)
    return { type: 'file', name, mime, bytes, disposition: 'attachment', body: await deps.files.stream(id) }
  },
  getFileText: ({ params }, { caller, signal }) => readText(deps, caller, params.id, signal),
  getFilePage: async ({ params: { id, page }, query: { width } }, { caller, signal }) => {
    const body = await readPage(deps, caller, { id, page, width }, signal)
    return pageAnswer(page, body)
  },
})
