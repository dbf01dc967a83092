import { AppError } from '#contract/core/errors.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'

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
  | 'getActionOptions'

const refuse = async (): Promise<never> => {
  throw new AppError('unavailable')
}

export const pluginHandlers = (): Pick<Handlers, Names> => ({
  listPlugins: refuse,
  getPlugin: refuse,
  checkPlugin: refuse,
  checkPluginFile: refuse,
  installPlugin: refuse,
  checkPluginUpdate: refuse,
  updatePlugin: refuse,
  enablePlugin: refuse,
  disablePlugin: refuse,
  addPluginHost: refuse,
  removePluginHost: refuse,
  deletePlugin: refuse,
  exportPlugin: refuse,
  getActionOptions: refuse,
})
