/** What the model gives to a tool: gathered from `$fromAI(…)` and `{placeholders}`, kept as a JSON Schema. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { literalText, type Piece, piece, step } from '#nodes/import/n8n/script/jsonata-piece.ts'
import type { Script } from '#nodes/import/n8n/script/script-ast.ts'

interface Parameter {
  type: string
  description: string
  /** Undefined: the model has to give one. */
  fallback?: Json
}

const TYPES: Record<string, string> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
}
const PIECES: Record<string, Piece['type']> = { string: 'text', number: 'number', boolean: 'boolean' }

export class ToolParameters {
  readonly #all = new Map<string, Parameter & { required: boolean }>()

  /** Adds one, or keeps the one of this name. @returns its name as a tool of ours may have it */
  add(name: string, about: Partial<Parameter> & { optional?: boolean } = {}): string {
    const plain = name
      .replace(/\W+/g, '_')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 60)
    const key = plain === '' || plain === 'constructor' || plain === 'prototype' ? `value_${plain}` : plain
    const before = this.#all.get(key)
    if (!before || before.description === '')
      this.#all.set(key, {
        type: TYPES[about.type ?? 'string'] ?? '',
        description: about.description || (before?.description ?? ''),
        required: !(about.optional === true || about.fallback !== undefined),
        ...(about.fallback !== undefined && { fallback: about.fallback }),
      })
    return key
  }

  has(name: string): boolean {
    return this.#all.has(name)
  }

  /** `$fromAI(name, description, type, default)`. */
  fromModel = (args: readonly Script[]): Piece => {
    const [name, description, type, fallback] = args
    const kind = (literalOf(type) || 'string').toLowerCase()
    const value = fallback?.kind === 'literal' ? (fallback.value as Json) : undefined
    const key = this.add(literalOf(name) || 'value', {
      type: kind,
      description: literalOf(description),
      ...(value !== undefined && value !== null && { fallback: value }),
    })
    return piece(step('$input', key), PIECES[kind] ?? 'any')
  }

  schema(): JsonObject {
    const required = [...this.#all].filter(([, { required }]) => required).map(([name]) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(
        [...this.#all].map(([name, { type, description, fallback }]) => [
          name,
          {
            ...(type !== '' && { type }),
            ...(description !== '' && { description: description.slice(0, 1000) }),
            ...(fallback !== undefined && { default: fallback }),
          },
        ]),
      ),
      ...(required.length > 0 && { required }),
    }
  }
}

/** A text in quotes or backticks without expressions. */
function literalOf(script: Script | undefined): string {
  if (script?.kind === 'template')
    return script.parts.every((part) => typeof part === 'string') ? script.parts.join('') : ''
  return literalText(script) ?? ''
}
