/** Embeddings from models outside: chosen by name, inside the budget of the day, and written down as every call of a model is. */
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunAs } from '#nodes/ports.ts'
import type { EmbedOutside, OutsideEmbedding, OutsideModels } from '#server/areas/knowledge/knowledge.ts'
import type { ModelClient } from '#server/gateways/models/client.ts'
import { ModelError } from '#server/gateways/models/refusals.ts'
import { countModelCall } from '#server/platform/metrics/meters.ts'
import { type ModelCosts, reserveCall, usageOf } from './budget.ts'
import { endCall } from './calls.store.ts'
import { type ChoiceDeps, type Chosen, chooseNamed } from './choose-models.ts'

export interface EmbedTextsDeps extends ChoiceDeps {
  embed: ModelClient['embed']
  costs: ModelCosts
}

const whoIs = (owner: UserId): RunAs => ({ owner: { user_id: owner }, author: owner, version: null })
const sum = (texts: readonly string[], per: number): number =>
  Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / per)

/** @throws NodeError `model_not_found`, also for another person's */
const find = (deps: ChoiceDeps, owner: UserId, id: string): Promise<Chosen> =>
  chooseNamed(deps, id, whoIs(owner)).catch((error: unknown) => {
    if (!(error instanceof NodeError) || error.code !== 'model_not_found') throw error
    throw new NodeError(error.code, 'It is not under Settings, Models. Choose another one.', { cause: error })
  })

/** The operator says which of their models is asked and what it costs; owners say so of their own. */
async function choose(deps: ChoiceDeps, owner: UserId, { model, name, price }: OutsideEmbedding): Promise<Chosen> {
  const chosen = await find(deps, owner, model)
  if (chosen.owner_id === null) return { ...chosen, output_price: chosen.output_price ?? 0 }
  return { ...chosen, target: { ...chosen.target, model: name }, input_price: price, output_price: 0 }
}

const createEmbed =
  (deps: EmbedTextsDeps): EmbedOutside =>
  async (owner, embedding, texts, signal) => {
    const chosen = await choose(deps, owner, embedding)
    const plan = { chosen, who: whoIs(owner), account: undefined, budget: undefined, named: true }
    const id = await reserveCall(deps.db, deps.costs, { ...plan, most: usageOf(chosen, sum(texts, 3) + 16, 0) })
    const began = performance.now()
    const end = async (tokens: number, error: string | null) => {
      const row = { ...usageOf(chosen, tokens, 0), ms: Math.round(performance.now() - began), error }
      countModelCall(row)
      await endCall(deps.db, id, row)
    }
    try {
      const { vectors, input_tokens } = await deps.embed(chosen.target, texts, signal)
      await end(input_tokens ?? sum(texts, 4), null)
      return vectors
    } catch (error) {
      const code = error instanceof ModelError ? error.code : 'aborted'
      // Nobody tells what a call that broke off has cost; one that was refused has cost nothing.
      await end(code === 'aborted' ? sum(texts, 4) : 0, code)
      throw error
    }
  }

export const createOutsideModels = (deps: EmbedTextsDeps): OutsideModels => ({
  embed: createEmbed(deps),
  async resolve(owner, asked) {
    const { target, owner_id, input_price } = await find(deps, owner, asked.model)
    const isOwn = owner_id !== null
    return {
      model: asked.model,
      name: isOwn ? (asked.name ?? target.model) : target.model,
      price: isOwn ? (asked.price ?? null) : input_price,
    }
  },
})
