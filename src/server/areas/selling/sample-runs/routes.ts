import type { FileId } from '#contract/core/primitives.ts'
import { workForOwner } from '#nodes/work-for.ts'
import type { Marketplace } from '#server/areas/agents/agents.ts'
import { pageAnswer } from '#server/areas/runs/files/routes.ts'
import { extractText, type FileDeps, renderPage } from '#server/areas/runs/runs.ts'
import { type Caller, ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { getSampleRun, listSampleRuns, refuseOtherDocuments } from './sample-runs.ts'

type Names = 'listSampleRuns' | 'getSampleRun' | 'getSampleText' | 'getSamplePage'

/** A recorded run never changes. An agent that is withdrawn meanwhile leaves its picture with those who saw it, for an hour. */
const PICTURE_CACHE = 'private, max-age=3600'

export function sampleRunHandlers(deps: FileDeps & { marketplace: Marketplace }): Pick<Handlers, Names> {
  const { db, marketplace } = deps
  const shown = async (caller: Caller, { id, file_id }: { id: string; file_id: FileId }) =>
    refuseOtherDocuments(db, await marketplace.see(caller, id), file_id)
  return {
    listSampleRuns: async ({ params, query }, { caller }) =>
      listPage(await listSampleRuns(db, await marketplace.see(caller, params.id)), 'items', query),
    getSampleRun: async ({ params }, { caller }) =>
      getSampleRun(db, await marketplace.see(caller, params.id), params.number),
    getSampleText: async ({ params }, { caller, signal }) => {
      await shown(caller, params)
      return extractText(deps, params.file_id, workForOwner(ownerOfCaller(caller), signal))
    },
    getSamplePage: async ({ params, query }, { caller, signal }) => {
      await shown(caller, params)
      const { file_id: id, page } = params
      const work = workForOwner(ownerOfCaller(caller), signal)
      const picture = pageAnswer(page, await renderPage(deps, { id, page, width: query.width }, work))
      return { ...picture, cache: PICTURE_CACHE }
    },
  }
}
