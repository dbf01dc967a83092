/** What a mapper of one n8n node works with: its parameters, translated to ours, with a warning for what was not. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { hasExpression, splitTemplate } from '#graph/expressions/template.ts'
import { NOT_TRANSLATED } from '#graph/untranslated.ts'
import type { ImportWarning } from '#nodes/import/report.ts'
import { readAt } from '#nodes/import/untrusted.ts'
import { isObject } from '#shared/json.ts'
import type { Step } from './read.ts'
import type { Piece, Scope } from './script/jsonata-piece.ts'
import { nodeCode } from './script/n8n-names.ts'
import { NotTranslated } from './script/script-ast.ts'
import { readScript } from './script/script-parser.ts'
import { translateScript } from './script/translate-script.ts'

export interface StepReader {
  readonly step: Step
  /** The LangChain parts that hang on the step. */
  readonly parts: readonly { kind: string; step: Step }[]
  /** The parts that hang on one of its parts. */
  partsOf(part: Step): StepReader['parts']
  /** How many ways out the file uses. */
  outputs(): number
  /** What the file calls the workflow. */
  readonly workflowName: string
  /** What reads the output of a node of the file; null when there is none of this name. */
  nodeCode(name: string): string | null
  /** What reads a variable of the installation, by its name. */
  variable(name: string): string
  /** Our id of the chat that leads to the step, when nothing else does; null otherwise. */
  chat(): string | null
  /** A desk for one of its parts that is a tool: an expression there reads what the model gives, through `fromModel`. */
  forTool(tool: Step, fromModel: NonNullable<Scope['fromModel']>): StepReader
  /** A parameter, out of n8n's wrapper around what was chosen from a list. */
  get(...path: (string | number)[]): Json | undefined
  /** A setting of ours: texts with our expressions, lists and objects all through. */
  value(raw: Json | undefined, field: string): Json
  /** The same as a text. */
  text(raw: Json | undefined, field: string): string
  /** JSONata without braces. `per_item` reads `$json` as the item of a list. */
  expression(raw: Json | undefined, field: string, per_item?: boolean): Piece
  /** A text that becomes JSON once its expressions are filled in; null when it is not that simple. */
  json(raw: Json | undefined, field: string): Json | null
  /** A text that is JSON once its expressions are filled in, of any form, worked out before the step; null when it holds none. */
  jsonWorkedOut(raw: Json | undefined): string | null
  warn(code: ImportWarning['code'], field: string | null, message: string): void
}

export type Naming = Pick<Scope, 'idOf' | 'isLoop' | 'fromModel' | 'workflowName' | 'variable'> & {
  /** Takes in an expression that is worked out by a step of its own. @throws NotTranslated */
  compute?(script: string): Piece
  partsOf(step: Step): readonly { kind: string; step: Step }[]
  chatOf(step: Step): string | null
  outputsOf(step: Step): number
}

/** A chosen value: `{__rl: true, mode, value}` → value. */
export const unwrapped = (value: Json | undefined): Json | undefined =>
  isObject(value) && Object.hasOwn(value, '__rl') ? unwrapped(readAt(value, 'value')) : value

/** Text that must not be read as an expression of ours. */
const plain = (text: string): string => (hasExpression(text) ? text.replaceAll('{{', '{{ "{{" }}') : text)

const quote = (text: string): string => JSON.stringify(text)

interface Hole {
  text: string
  script: string | null
}

/**
 * `=Hi {{ $json.a }}!` cut at its expressions; a script may hold braces, so the first end that can be read is taken. Reading does not
 * translate, which takes far longer.
 */
function holesOf(template: string): Hole[] {
  const holes: Hole[] = []
  let from = 0
  for (let open = template.indexOf('{{'); open >= 0; open = template.indexOf('{{', from)) {
    const first = template.indexOf('}}', open + 2)
    if (first < 0) break
    let close = first
    for (let tries = 0; close >= 0 && tries < 6 && !canBeRead(template.slice(open + 2, close)); tries++) {
      close = template.indexOf('}}', close + 1)
    }
    if (close < 0 || !canBeRead(template.slice(open + 2, close))) close = first
    if (open > from) holes.push({ text: template.slice(from, open), script: null })
    holes.push({ text: template.slice(open, close + 2), script: template.slice(open + 2, close) })
    from = close + 2
  }
  if (from < template.length) holes.push({ text: template.slice(from), script: null })
  return holes
}

function canBeRead(script: string): boolean {
  try {
    readScript(script)
    return true
  } catch (error) {
    if (error instanceof NotTranslated) return false
    throw error
  }
}

/** Private-use characters mark the expressions of a JSON text, so that the text around them can be parsed as JSON. */
const mark = (index: number) => `\uE000${index}\uE001`
const MARKS = /\uE000(\d+)\uE001/g

class N8nStepReader implements StepReader {
  readonly step: Step
  readonly parts: StepReader['parts']
  readonly #naming: Naming
  readonly #warn: (warning: Omit<ImportWarning, 'node'>) => void
  /** What was translated already: each of many conditions may compare the same value. */
  readonly #pieces = { item: new Map<string, Piece>(), input: new Map<string, Piece>() }
  constructor(step: Step, naming: Naming, warn: (warning: Omit<ImportWarning, 'node'>) => void) {
    this.step = step
    this.parts = naming.partsOf(step)
    this.#naming = naming
    this.#warn = warn
  }

  partsOf(part: Step): StepReader['parts'] {
    return this.#naming.partsOf(part)
  }

  outputs(): number {
    return this.#naming.outputsOf(this.step)
  }

  chat(): string | null {
    return this.#naming.chatOf(this.step)
  }

  get workflowName(): string {
    return this.#naming.workflowName ?? ''
  }

  nodeCode(name: string): string | null {
    return nodeCode(name, this.#naming)
  }

  variable(name: string): string {
    return this.#naming.variable?.(name) ?? 'null'
  }

  forTool(tool: Step, fromModel: NonNullable<Scope['fromModel']>): StepReader {
    const { compute: _, ...naming } = this.#naming
    return new N8nStepReader(tool, { ...naming, fromModel }, this.#warn)
  }

  get(...path: (string | number)[]): Json | undefined {
    return unwrapped(readAt(this.step.parameters, ...path))
  }

  warn(code: ImportWarning['code'], field: string | null, message: string): void {
    this.#warn({ code, step: this.step.name.slice(0, 200), field, message })
  }

  #scope = (perItem: boolean): Scope => ({ json: perItem ? '$item' : '$input', ...this.#naming })

  /**
   * An expression that cannot be translated stays where it was and fails with an explanation when it runs: nothing
   * wrong is computed silently.
   */
  #piece(script: string, field: string, perItem: boolean): Piece {
    const known = this.#pieces[perItem ? 'item' : 'input']
    const found = known.get(script)
    if (found) return found
    try {
      const made = this.#translate(script, perItem)
      known.set(script, made)
      return made
    } catch (error) {
      if (!(error instanceof NotTranslated)) throw error
      this.warn('expression', field, `“${script.trim().slice(0, 300)}” was not translated: ${error.message}`)
      return { code: `$error(${quote(`${NOT_TRANSLATED}: ${script.trim().slice(0, 2000)}`)})`, type: 'any' }
    }
  }

  /** @throws NotTranslated */
  #translate(script: string, perItem: boolean): Piece {
    try {
      return translateScript(script, this.#scope(perItem))
    } catch (error) {
      if (!(error instanceof NotTranslated) || perItem || !this.#naming.compute) throw error
      return this.#naming.compute(script)
    }
  }

  expression(raw: Json | undefined, field: string, perItem = false): Piece {
    const value = unwrapped(raw)
    if (typeof value !== 'string')
      return { code: JSON.stringify(value ?? null), type: typeof value === 'number' ? 'number' : 'any' }
    if (!value.startsWith('=')) return { code: quote(value), type: 'text' }
    const holes = holesOf(value.slice(1))
    const [only] = holes
    if (holes.length === 1 && only && only.script !== null) return this.#piece(only.script, field, perItem)
    const codes = holes.map((hole) =>
      hole.script === null ? quote(hole.text) : this.#piece(hole.script, field, perItem).code,
    )
    return { code: codes.length === 0 ? '""' : `(${codes.join(' & ')})`, type: 'text' }
  }

  value(raw: Json | undefined, field: string): Json {
    const found = unwrapped(raw)
    if (typeof found === 'string') return this.#translated(found, field)
    if (Array.isArray(found)) return found.map((part, index) => this.value(part, `${field}.${index}`))
    if (isObject(found)) {
      return Object.fromEntries(Object.entries(found).map(([key, part]) => [key, this.value(part, `${field}.${key}`)]))
    }
    return found ?? null
  }

  #translated(text: string, field: string): string {
    if (!text.startsWith('=')) return plain(text)
    return holesOf(text.slice(1))
      .map(({ text: part, script }) => (script === null ? plain(part) : braced(this.#piece(script, field, false))))
      .join('')
  }

  text(raw: Json | undefined, field: string): string {
    const made = this.value(raw, field)
    return asText(made)
  }

  json(raw: Json | undefined, field: string): Json | null {
    const found = unwrapped(raw)
    if (typeof found !== 'string') return found === undefined ? null : this.value(found, field)
    if (found.includes('\uE000')) return null
    const holes = found.startsWith('=') ? holesOf(found.slice(1)) : [{ text: found, script: null }]
    let parsed: Json
    try {
      parsed = JSON.parse(marked(holes)) as Json
    } catch {
      return null
    }
    if (!isObject(parsed) && !Array.isArray(parsed) && holes.length !== 1) return null
    return this.#filled(parsed, holes, field)
  }

  jsonWorkedOut(raw: Json | undefined): string | null {
    const found = unwrapped(raw)
    if (typeof found !== 'string' || !found.startsWith('=') || !this.#naming.compute) return null
    const parts = holesOf(found.slice(1)).map(({ text, script }) =>
      script === null ? quote(text) : `$text((\n${script.trim().replace(/;$/, '')}\n))`,
    )
    try {
      return braced(this.#naming.compute(`JSON.parse(${parts.join(' + ')})`))
    } catch (error) {
      if (error instanceof NotTranslated) return null
      throw error
    }
  }

  #filled(part: Json, holes: readonly Hole[], field: string): Json {
    if (typeof part === 'string') {
      return plain(part).replace(MARKS, (_, index: string) => {
        const script = holes[Number(index)]?.script ?? null
        return script === null ? '' : braced(this.#piece(script, field, false))
      })
    }
    if (Array.isArray(part)) return part.map((inner) => this.#filled(inner, holes, field))
    if (!isObject(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, this.#filled(inner, holes, field)]))
  }
}

/** A value of ours as one JSONata expression. */
function codeOf(value: Json): string {
  if (typeof value === 'string') {
    if (!hasExpression(value)) return quote(value)
    const codes = splitTemplate(value).map((part) => (part.type === 'text' ? quote(part.text) : `(${part.source})`))
    return codes.length === 1 ? (codes[0] ?? '""') : `(${codes.join(' & ')})`
  }
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, part]) => `${quote(key)}: ${codeOf(part)}`)
    .join(', ')}}`
}

/** A value as a text: JSON, whose expressions are filled in before it is written. */
export function asText(value: Json): string {
  if (typeof value === 'string') return value
  if (value === null) return ''
  const text = JSON.stringify(value)
  return hasExpression(text) ? `{{ $string(${codeOf(value)}) }}` : text
}

const braced = ({ code }: Piece): string => `{{ ${code} }}`

/** The text around the expressions, with a mark for each: in quotes where it does not stand in quotes already. */
function marked(holes: readonly Hole[]): string {
  let quoted = false
  let text = ''
  for (const [index, hole] of holes.entries()) {
    if (hole.script !== null) {
      text += quoted ? mark(index) : `"${mark(index)}"`
      continue
    }
    for (let place = 0; place < hole.text.length; place++) {
      if (hole.text[place] === '\\') place++
      else if (hole.text[place] === '"') quoted = !quoted
    }
    text += hole.text
  }
  return text
}

export const createStepReader = (...given: ConstructorParameters<typeof N8nStepReader>): StepReader =>
  new N8nStepReader(...given)

export const objectAt = (reader: StepReader, ...path: (string | number)[]): JsonObject => {
  const found = reader.get(...path)
  return isObject(found) ? found : {}
}
