import type { McpPackageId } from '#contract/connectors/mcp-packages.ts'
import { mayManageOwnAccount } from '#server/areas/accounts/accounts.ts'
import { exportPackage } from '#server/areas/connectors/packages/export-package.ts'
import {
  isPackageManager,
  type McpPackageChange,
  mayChangePackage,
  mayCheckPackages,
} from '#server/areas/connectors/packages/packages.policy.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import {
  changeSettings,
  checkArchive,
  checkPackage,
  checkUpdate,
  findInstalledVersion,
  installPackage,
  type McpPackageParts,
  removePackage,
  startPackage,
  switchPackage,
  updatePackage,
} from './mcp-packages.ts'
import { getMcpPackage, listMcpPackages } from './present.ts'

type Names =
  | 'listMcpPackages'
  | 'getMcpPackage'
  | 'checkMcpPackage'
  | 'checkMcpPackageFile'
  | 'startMcpPackage'
  | 'installMcpPackage'
  | 'changeMcpPackage'
  | 'checkMcpPackageUpdate'
  | 'updateMcpPackage'
  | 'enableMcpPackage'
  | 'disableMcpPackage'
  | 'deleteMcpPackage'
  | 'exportMcpPackage'

export function mcpPackageHandlers(parts: McpPackageParts): Pick<Handlers, Names> {
  const may = (action: McpPackageChange, caller: Caller) => mayChangePackage(parts.db, action, caller)
  const shown = async (id: McpPackageId, caller: Caller) => ({
    package: await getMcpPackage(parts.db, mayCheckPackages(caller).on.id, id),
  })
  return {
    listMcpPackages: async ({ query }, { caller }) => {
      const items = await listMcpPackages(parts.db, mayManageOwnAccount(caller).on, isPackageManager(caller))
      return listPage({ items }, 'items', query)
    },
    getMcpPackage: ({ params }, { caller }) => shown(params.id, caller),
    checkMcpPackage: async ({ body }, { caller, signal }) => ({
      candidate: await checkPackage(parts, mayCheckPackages(caller), body, signal),
    }),
    checkMcpPackageFile: async (_input, context) => {
      const grant = mayCheckPackages(context.caller)
      const { stream } = await context.upload()
      return { candidate: await checkArchive(parts, grant, stream, context.signal) }
    },
    startMcpPackage: async ({ body }, { caller, signal }) => ({
      start: await startPackage(parts, await may('mcp_package.start', caller), body, signal),
    }),
    installMcpPackage: async ({ body }, { caller }) =>
      shown(await installPackage(parts, await may('mcp_package.install', caller), body), caller),
    changeMcpPackage: async ({ params, body }, { caller }) => {
      await changeSettings(parts, await may('mcp_package.change', caller), params.id, body)
      return shown(params.id, caller)
    },
    checkMcpPackageUpdate: async ({ params, body }, { caller, signal }) => ({
      candidate: await checkUpdate(parts, mayCheckPackages(caller), params.id, body.version ?? null, signal),
    }),
    updateMcpPackage: async ({ params, body }, { caller }) => {
      await updatePackage(parts, await may('mcp_package.update', caller), params.id, body)
      return shown(params.id, caller)
    },
    enableMcpPackage: async ({ params }, { caller }) => {
      await switchPackage(parts, await may('mcp_package.enable', caller), params.id, 'enabled')
      return shown(params.id, caller)
    },
    disableMcpPackage: async ({ params }, { caller }) => {
      await switchPackage(parts, await may('mcp_package.disable', caller), params.id, 'disabled')
      return shown(params.id, caller)
    },
    deleteMcpPackage: async ({ params, query }, { caller }) => {
      await removePackage(parts, await may('mcp_package.remove', caller), params.id, query.even_if_used)
      return { id: params.id }
    },
    exportMcpPackage: async ({ params }, { caller }) =>
      exportPackage(parts.trees, mayCheckPackages(caller), await findInstalledVersion(parts.db, params.id)),
  }
}
