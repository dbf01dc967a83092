/** The models of an installation that has none. */
import { NodeError } from '#nodes/node.ts'
import type { ModelPort } from '#nodes/ports.ts'

export const noModels: ModelPort = {
  generate: () => Promise.reject(new NodeError('model_missing', 'No model is set up. Add one under Settings, Models.')),
  available: () => Promise.resolve(false),
}
