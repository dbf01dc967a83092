/** Evaluates expressions in the calling thread: for browsers, tests, and the worker threads that the server hands expressions to. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { charactersLeft } from '#graph/values/value-size.ts'
import type { Evaluator, ItemsJob, ItemsResult, SentBindings, SettingsJob, SharedEvaluator } from './evaluator.ts'
import { EXPRESSION_LIMITS, ExpressionError } from './expression-error.ts'
import { type CompiledConfig, compileConfig, compileExpression } from './expressions.ts'
import type { Bindings } from './fast-types.ts'

const CACHE_SIZE = 1_000
/** Texts longer than this are compiled again each time instead of being kept. */
const CACHED_CHARACTERS = 20_000
const compiled = new Map<string, CompiledConfig>()

function compile({ config, raw }: SettingsJob): CompiledConfig {
  const key = `${raw.join()}\n${config}`
  const known = compiled.get(key)
  if (known) return known
  const made = compileConfig(JSON.parse(config) as JsonObject, { raw })
  if (key.length > CACHED_CHARACTERS) return made
  const oldest = compiled.size >= CACHE_SIZE ? compiled.keys().next() : undefined
  if (oldest && !oldest.done) compiled.delete(oldest.value)
  compiled.set(key, made)
  return made
}

function bindingsOf({ nodes, ...rest }: SentBindings): Bindings {
  return { ...rest, node: (id) => (Object.hasOwn(nodes, id) ? nodes[id] : undefined) }
}

/** Counts the processor time of the calling thread in ms since it was made. */
export type Clock = () => number

/**
 * Resolves the settings of one step.
 * @throws ExpressionError, `expression_timeout` when all expressions together take longer than `EXPRESSION_LIMITS.settings_ms`
 */
export async function settingsHere(job: SettingsJob, used: Clock | null = null): Promise<JsonObject> {
  const config = compile(job)
  if (!used) return config.resolve(bindingsOf(job.bindings))
  // One after the other, so that the time of one is not counted against the next.
  let before: Promise<unknown> = Promise.resolve()
  return config.resolve(bindingsOf(job.bindings), (expression, bindings) => {
    const evaluated = before.then(() => {
      if (used() < EXPRESSION_LIMITS.settings_ms) return expression.evaluate(bindings)
      const seconds = EXPRESSION_LIMITS.settings_ms / 1000
      const message = `The expressions of this step took longer than ${seconds} s together`
      throw new ExpressionError('expression_timeout', message, { expression: expression.source })
    })
    before = evaluated.catch(() => {})
    return evaluated
  })
}

/** Values of one batch are copied at once, and counted only then. */
const BATCH_CHARACTERS = 2_000_000

/** Evaluates one expression for each item. Stops early when `isOver` says so, or the values are large, after at least one item. */
export async function itemsHere(job: ItemsJob, isOver: () => boolean = () => false): Promise<ItemsResult> {
  const expression = compileExpression(job.source)
  const values: Json[] = []
  let left = BATCH_CHARACTERS
  for (const [at, item] of job.items.entries()) {
    if (at > 0 && (left < 0 || isOver())) break
    try {
      const found = expression.evaluate({ input: job.input, item, index: job.from + at }, item)
      const value = (found instanceof Promise ? await found : found) ?? null
      left = charactersLeft(left, value)
      values.push(value)
    } catch (thrown) {
      if (thrown instanceof ExpressionError) return { values, failed: thrown }
      throw thrown
    }
  }
  return { values, failed: null }
}

export const evaluateHere: Evaluator = {
  settings: (job) => settingsHere(job),
  items: (job) => itemsHere(job),
  pause: () => null,
  measure: (work) => work(),
  charge: () => {},
}

async function settingsOrFailure(job: SettingsJob) {
  try {
    return { cpu_ms: 0, settings: await settingsHere(job), failed: null }
  } catch (failed) {
    if (failed instanceof ExpressionError) return { cpu_ms: 0, settings: null, failed }
    throw failed
  }
}

/** Measures no processor time. */
export const shareHere: SharedEvaluator = {
  settings: (_owner, job) => settingsOrFailure(job),
  items: async (_owner, job) => ({ cpu_ms: 0, ...(await itemsHere(job)) }),
}
