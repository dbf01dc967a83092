import { type AppParts, getApp } from '#server/areas/connectors/apps/apps.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayImportApps } from './imported-apps.policy.ts'
import { deleteImportedApp, type ImportParts, importApp } from './imported-apps.ts'

export const importedAppHandlers = (
  parts: AppParts & ImportParts,
): Pick<Handlers, 'importIntegration' | 'deleteIntegration'> => ({
  importIntegration: async ({ body }, { caller }) => {
    const grant = mayImportApps(caller)
    const { id, left_out } = await importApp(parts, grant, body)
    return { integration: await getApp(parts, grant.on, id), left_out: left_out.map((one) => ({ ...one })) }
  },
  deleteIntegration: ({ params, query }, { caller }) =>
    deleteImportedApp(parts.db, mayImportApps(caller), params.id, query.even_if_used),
})
