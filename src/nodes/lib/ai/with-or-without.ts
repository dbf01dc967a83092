/** Nodes that work with a model and without one. */
import { z } from 'zod'
import type { NodeContext } from '#nodes/node.ts'
import { MODEL_SETTINGS, type ModelChoice } from './model-settings.ts'

const HOW = z
  .enum(['auto', 'rules', 'model'])
  .default('auto')
  .describe('auto: with a model if one is set up, otherwise by rules.')
  .meta({ title: 'Mode', expression: 'none' })

const asked = { when: { field: 'how', is: ['auto', 'model'] } }

/** How, and who is asked: the model's settings are asked for where a model may be. */
export const WITH_OR_WITHOUT = {
  how: HOW,
  model: MODEL_SETTINGS.model.meta(asked),
  fallback_model: MODEL_SETTINGS.fallback_model.meta(asked),
  credential: MODEL_SETTINGS.credential.meta(asked),
  max_output_tokens: MODEL_SETTINGS.max_output_tokens.meta(asked),
  max_tokens: MODEL_SETTINGS.max_tokens.meta(asked),
  max_cost_paise: MODEL_SETTINGS.max_cost_paise.meta(asked),
}

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
