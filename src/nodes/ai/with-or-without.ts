/** Nodes that work with a model and without one. */
import { z } from 'zod'
import type { NodeContext } from '#nodes/node.ts'
import type { ModelChoice } from './model-settings.ts'

export const HOW = z
  .enum(['auto', 'rules', 'model'])
  .default('auto')
  .describe('auto: by a model where one is set up, by rules otherwise.')
  .meta({ title: 'How', expression: 'none' })

/** Whether a model is to be asked. Who names one in the settings, or asks for one, is told when there is none. */
export async function usesModel(
  ctx: Pick<NodeContext<unknown>, 'model' | 'run' | 'log'> & {
    config: Pick<ModelChoice, 'model' | 'credential'> & { how: 'auto' | 'rules' | 'model' }
  },
): Promise<boolean> {
  const { how, model, credential } = ctx.config
  if (how !== 'auto') return how === 'model'
  if (model || credential || (await ctx.model.available(ctx.run.as))) return true
  ctx.log('No model is set up: done by rules.')
  return false
}
