/** A translated part of an expression: its JSONata, safe to stand anywhere, and what kind of value it gives as far as that is known. */
import { NotTranslated, type Script } from './script-ast.ts'

/**
 * `item` is n8n's wrapper `{json, binary}` around a value, `items` a list of them, `node` a node by its name, `binary` the files of an item
 * and `file` one of them. `time` and `duration`
 * are numbers of milliseconds.
 */
export type PieceType =
  | 'any'
  | 'text'
  | 'number'
  | 'boolean'
  | 'list'
  | 'object'
  | 'time'
  | 'duration'
  | 'item'
  | 'items'
  | 'node'
  | 'binary'
  | 'file'

export interface Piece {
  code: string
  type: PieceType
}

export interface Scope {
  /** What `$json` is: `$input`, or `$item` in settings that are read once per item. */
  json: string
  /** Our id of the node with this name, undefined when there is none. */
  idOf(name: string): string | undefined
  /** Whether the node with this name is a loop, which inside its body stands for the present item. */
  isLoop?(name: string): boolean
  /** What the file calls the workflow. */
  workflowName?: string
  /** What reads a variable of the installation, by its name. */
  variable?(name: string): string
  /** Set in a tool of an agent: what `$fromAI(…)` is. What the tool reads of the run is marked as `RUN`. */
  fromModel?(args: readonly Script[]): Piece
  /** Names of functions' parameters. */
  locals?: ReadonlyMap<string, Piece>
}

/** What the run has, in a tool of an agent, where `$input` is what the model gives: see `reading-run.ts`. */
export const RUN = { input: '$run_input', nodes: '$run_nodes' } as const

export const piece = (code: string, type: PieceType = 'any'): Piece => ({ code, type })

const PLAIN = /^[A-Za-z_]\w*$/
const WORDS = ['and', 'or', 'in', 'true', 'false', 'null', 'function']

/** One step of a path. @throws NotTranslated for a name that JSONata cannot write */
export function step(of: string, name: string): string {
  if (PLAIN.test(name) && !WORDS.includes(name)) return `${of}.${name}`
  if (name === '' || name.includes('`') || name.includes('\\')) return `$lookup(${of}, ${JSON.stringify(name)})`
  return `${of}.\`${name}\``
}

/** The value itself, where n8n has a wrapper or a moment. */
export function plainValue({ code, type }: Piece): Piece {
  if (type === 'time') return piece(code === '$millis()' ? '$now()' : `$fromMillis(${code})`, 'text')
  if (type === 'items') return piece(`[${code}]`, 'list')
  if (type === 'node') throw new NotTranslated('it reads a node as a whole')
  if (type === 'binary') throw new NotTranslated('it reads the files of an item as a whole')
  if (type === 'duration') return piece(code, 'number')
  return piece(code, type === 'item' ? 'any' : type)
}

/** A pattern as JSONata reads one: it counts brackets, so one that is a character of a class needs a backslash. */
export function patternOf(source: string, flags: string): string {
  let inClass = false
  const made = source.replace(/\\.|[[\](){}]/gs, (found) => {
    const isPlain = inClass && found !== ']'
    if (found === '[') inClass = true
    else if (found === ']') inClass = false
    return isPlain && found.length === 1 ? `\\${found}` : found
  })
  return `/${made}/${flags.replace(/[^im]/g, '')}`
}

export const literalText = (script: Script | undefined): string | null =>
  script?.kind === 'literal' && typeof script.value === 'string' ? script.value : null

export const literalNumber = (script: Script | undefined): number | null =>
  script?.kind === 'literal' && typeof script.value === 'number' ? script.value : null
