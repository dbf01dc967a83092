import { exportPackage } from '#server/areas/connectors/packages/export-package.ts'
import {
  isPackageManager,
  mayChangePackage,
  mayCheckPackages,
  type PluginChange,
} from '#server/areas/connectors/packages/packages.policy.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayViewPlugins } from './plugins.policy.ts'
import { findPlugins } from './plugins.store.ts'
import {
  addHost,
  checkArchive,
  checkPackage,
  checkUpdate,
  installPlugin,
  type PluginParts,
  removeHost,
  removePlugin,
  switchPlugin,
  updatePlugin,
} from './plugins.ts'
import { getPlugin, listPlugins, type PresentParts } from './present.ts'
import type { PieceParts } from './run-piece.ts'

type Names =
  | 'listPlugins'
  | 'getPlugin'
  | 'checkPlugin'
  | 'checkPluginFile'
  | 'installPlugin'
  | 'checkPluginUpdate'
  | 'updatePlugin'
  | 'enablePlugin'
  | 'disablePlugin'
  | 'addPluginHost'
  | 'removePluginHost'
  | 'deletePlugin'
  | 'exportPlugin'

export type PluginHandlerParts = PluginParts & PresentParts & PieceParts

export function pluginHandlers(parts: PluginHandlerParts): Pick<Handlers, Names> {
  const change = (action: PluginChange, caller: Caller) => mayChangePackage(parts.db, action, caller)
  const shown = async (id: string, caller: Caller) => ({
    plugin: await getPlugin(parts, id, { caller: mayViewPlugins(caller).on, may_manage: isPackageManager(caller) }),
  })
  return {
    listPlugins: ({ query }, { caller }) => listPlugins(parts, query, isPackageManager(caller)),
    getPlugin: ({ params }, { caller }) => shown(params.id, caller),
    checkPlugin: async ({ body }, { caller, signal }) => ({
      candidate: await checkPackage(parts, mayCheckPackages(caller), body, signal),
    }),
    checkPluginFile: async (_input, context) => {
      const grant = mayCheckPackages(context.caller)
      const { stream } = await context.upload()
      return { candidate: await checkArchive(parts, grant, stream, context.signal) }
    },
    installPlugin: async ({ body }, { caller }) =>
      shown(await installPlugin(parts, await change('plugin.install', caller), body), caller),
    checkPluginUpdate: async ({ params, body }, { caller, signal }) => ({
      candidate: await checkUpdate(parts, mayCheckPackages(caller), params.id, body.version ?? null, signal),
    }),
    updatePlugin: async ({ params, body }, { caller }) => {
      await updatePlugin(parts, await change('plugin.update', caller), params.id, body)
      return shown(params.id, caller)
    },
    enablePlugin: async ({ params }, { caller }) => {
      await switchPlugin(parts, await change('plugin.enable', caller), params.id, 'enabled')
      return shown(params.id, caller)
    },
    disablePlugin: async ({ params }, { caller }) => {
      await switchPlugin(parts, await change('plugin.disable', caller), params.id, 'disabled')
      return shown(params.id, caller)
    },
    addPluginHost: async ({ params, body }, { caller }) => {
      await addHost(parts, await change('plugin.add_host', caller), params.id, body.host)
      return shown(params.id, caller)
    },
    removePluginHost: async ({ params }, { caller }) => {
      await removeHost(parts, await change('plugin.remove_host', caller), params.id, params.host)
      return shown(params.id, caller)
    },
    deletePlugin: async ({ params, query }, { caller }) => {
      await removePlugin(parts, await change('plugin.remove', caller), params.id, query.even_if_used)
      return { id: params.id }
    },
    exportPlugin: async ({ params }, { caller }) =>
      exportPackage(parts.trees, mayCheckPackages(caller), (await findPlugins(parts.db, params.id))[0]),
  }
}
