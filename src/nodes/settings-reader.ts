/** Settings of a node as its `run` gets them: brought up to date, expressions resolved, checked by the node's schema. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Evaluator } from '#graph/expressions/evaluator.ts'
import { type CompiledConfig, compileConfig } from '#graph/expressions/expressions.ts'
import type { Bindings } from '#graph/expressions/fast-types.ts'
import { issueText, problemMessage, valueAt } from '#graph/issue-text.ts'
import { rawFields } from '#graph/values/raw-fields.ts'
import { charactersLeft } from '#graph/values/value-size.ts'
import { type NodeDefinition, NodeError } from './node.ts'

/** Settings as `ctx.config` gives them. */
export type ParsedConfig = Record<string, unknown>

/** @throws NodeError, ExpressionError (or rejects with them) when the settings cannot be used */
export type SettingsReader = (
  bindings: () => Bindings,
  evaluator: Evaluator,
  holder?: SettingsHolder,
) => ParsedConfig | Promise<ParsedConfig>

/** Counts what settings take in memory while their step is under way. */
export interface SettingsHolder {
  /**
   * @param isCopied they come from another thread; otherwise they mention the values of the run where these are
   * @throws NodeError when there is no room
   */
  hold(settings: JsonObject, characters: number, isCopied: boolean): void
}

/**
 * Steps write their settings out: as the body of a request, the input of code or of another workflow. Twice what all results of a run
 * may hold, so that two settings may mention the same list.
 */
const MOST_CHARACTERS = 128_000_000

const tooLarge = () => {
  const most = MOST_CHARACTERS / 1_000_000
  return refuse('expression_too_large', `The settings of this step hold more than ${most} million characters together`)
}

const refuse = (code: string, message: string, field?: string) =>
  new NodeError(code, message, field === undefined ? {} : { field })

/** Compiles the settings of a node of a document once, for every run of it. What is wrong with them is thrown when it runs. */
export function settingsReader(
  node: { type: string; version: number; config: JsonObject },
  definition: NodeDefinition | undefined,
): SettingsReader {
  let compiled: CompiledConfig
  try {
    compiled = compileSettings(node, definition)
  } catch (error) {
    return () => {
      throw error
    }
  }
  const parse = (settings: JsonObject, isCopied: boolean, holder: SettingsHolder | undefined) => {
    if (isCopied || compiled.multiplies) {
      const left = charactersLeft(MOST_CHARACTERS, settings)
      if (left < 0) throw tooLarge()
      holder?.hold(settings, MOST_CHARACTERS - left, isCopied)
    }
    return parseSettings(definition as NodeDefinition, node.config, settings)
  }
  if (!compiled.constant) {
    const raw = rawFields((definition as NodeDefinition).config)
    let written: string | undefined
    return (bindings, evaluator, holder) => {
      const given = bindings()
      const settings = compiled.resolveFast(given)
      if (settings) return parse(settings, false, holder)
      written ??= JSON.stringify(compiled.config)
      const job = { config: written, raw, bindings: compiled.send(given) }
      return evaluator.settings(job).then((resolved) => parse(resolved, true, holder))
    }
  }
  let constant: ParsedConfig | undefined
  return () => {
    constant ??= parse(compiled.resolve({ input: null }) as JsonObject, false, undefined)
    return constant
  }
}

function compileSettings(
  node: { type: string; version: number; config: JsonObject },
  definition: NodeDefinition | undefined,
): CompiledConfig {
  const { type, version, config } = node
  if (!definition) {
    throw refuse('unknown_node_type', `This installation has no node type “${type}” version ${version}.`)
  }
  if (version > definition.version) {
    const known = definition.version
    throw refuse('unknown_version', `“${type}” was made by a newer version (${version}, known up to ${known}).`)
  }
  const older = version < definition.version && definition.migrate
  return compileConfig(older ? older(config, version) : config, { raw: rawFields(definition.config) })
}

/** @throws NodeError `config_invalid` */
function parseSettings(definition: NodeDefinition, written: JsonObject, settings: JsonObject): ParsedConfig {
  const parsed = definition.config.safeParse(settings, { error: issueText })
  if (parsed.success) return parsed.data
  // An expression that found nothing left its setting out; where one is needed it is null, as in a list.
  let filled = false
  for (const { path } of parsed.error.issues) filled = fillWithNull(written, settings, path) || filled
  const again = filled ? definition.config.safeParse(settings, { error: issueText }) : parsed
  if (again.success) return again.data
  const [issue] = again.error.issues
  const message = issue ? problemMessage(issue.message, valueAt(settings, issue.path)) : 'The settings aren’t valid'
  throw refuse('config_invalid', message, (issue?.path ?? []).join('.'))
}

function fillWithNull(written: JsonObject, settings: JsonObject, path: readonly PropertyKey[]): boolean {
  let from: unknown = written
  let to: unknown = settings
  for (const [at, key] of path.entries()) {
    if (typeof from !== 'object' || from === null || !Object.hasOwn(from, key)) return false
    if (typeof to !== 'object' || to === null) return false
    from = (from as Record<PropertyKey, unknown>)[key]
    if (at < path.length - 1) to = (to as Record<PropertyKey, unknown>)[key]
    else if (Object.hasOwn(to, key)) return false
    else Object.assign(to, { [key]: null })
  }
  return path.length > 0
}
