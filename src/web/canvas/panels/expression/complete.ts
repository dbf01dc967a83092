/** What can be written at a place of an expression. Pure; the editor shows it. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { t } from '#web/lib/language.ts'
import { follow, objectIn, previewText, typeName, written } from './data-path.ts'
import { FUNCTIONS } from './functions.ts'

/** What an expression can read, with the last known values. */
export interface Scope {
  input: Json
  /** The nodes it reaches, the nearest first, with their titles. */
  nodes: readonly { id: string; title: string; value: Json | undefined }[]
  trigger: Json | undefined
  vars: JsonObject
  /** In a loop, or where the node evaluates the expression per item. */
  item: { value: Json | undefined; index: number } | null
  /** Evaluated per item: no braces, names start at the item, other nodes cannot be read. */
  perItem: boolean
}

export interface Offer {
  label: string
  /** What is written; the label where absent. */
  apply?: string
  detail: string
  help?: string
  kind: 'variable' | 'node' | 'field' | 'function'
}

export interface Offers {
  /** Where what is replaced begins, in characters of the text. */
  from: number
  offers: readonly Offer[]
}

const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)

/** Where the expression around a place of a text begins; null in plain text. */
export function expressionStart(text: string, caret: number): number | null {
  const open = text.lastIndexOf('{{', caret - 1)
  if (open < 0 || open + 2 > caret) return null
  return text.slice(open + 2, caret).includes('}}') ? null : open + 2
}

/** Whether a place is inside of quotes. */
function isQuoted(source: string): boolean {
  let quote = ''
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? ''
    if (quote === '') quote = character === '"' || character === "'" ? character : ''
    else if (character === '\\') at += 1
    else if (character === quote) quote = ''
  }
  return quote !== ''
}

interface Typed {
  /** Names before the last dot, the first one with its dollar sign. */
  names: string[]
  partial: string
  /** Where the partial name begins. */
  from: number
}

/** The path that ends at the end of a source, read from right to left. */
export function typedPath(source: string): Typed {
  let at = source.length
  while (isWord(source[at - 1])) at -= 1
  if (source[at - 1] === '$' || source[at - 1] === '`') at -= 1
  const typed: Typed = { names: [], partial: source.slice(at), from: at }
  while (source[at - 1] === '.') {
    let end = at - 1
    // An index or a filter behind a name leads to the same names.
    while (source[end - 1] === ']') {
      const open = source.lastIndexOf('[', end)
      if (open < 0) return typed
      end = open
    }
    let start = end
    if (source[end - 1] === '`') {
      start = source.lastIndexOf('`', end - 2)
      if (start < 0) return typed
      typed.names.unshift(source.slice(start + 1, end - 1))
    } else {
      while (isWord(source[start - 1])) start -= 1
      if (source[start - 1] === '$') start -= 1
      if (start === end) return { ...typed, names: ['?', ...typed.names] }
      typed.names.unshift(source.slice(start, end))
    }
    at = start
  }
  return typed
}

/** The value that names lead to; undefined where nothing is known. */
function valueAt(scope: Scope, [root = '', ...names]: readonly string[]): Json | undefined {
  if (root === '$nodes') {
    const [id, ...rest] = names
    return follow(scope.nodes.find((node) => node.id === id)?.value, rest)
  }
  const known: Readonly<Record<string, Json | undefined>> = {
    $input: scope.input,
    $$: scope.perItem ? scope.item?.value : scope.input,
    $: scope.perItem ? scope.item?.value : scope.input,
    $trigger: scope.trigger,
    $vars: scope.vars,
    $item: scope.item?.value,
  }
  if (root.startsWith('$')) return follow(known[root], names)
  return follow(known.$, [root, ...names])
}

function fieldsOf(value: Json | undefined): Offer[] {
  return Object.entries(objectIn(value) ?? {}).flatMap(([name, inside]) => {
    const apply = written(name)
    return apply === null
      ? []
      : [{ label: name, apply, detail: typeName(inside), help: previewText(inside), kind: 'field' as const }]
  })
}

const FUNCTION_OFFERS: readonly Offer[] = Object.values(FUNCTIONS)
  .flat()
  .map(({ name, takes, help }) => ({ label: `$${name}`, apply: `$${name}(`, detail: takes, help, kind: 'function' }))

function variables(scope: Scope): Offer[] {
  const one = (label: string, value: Json | undefined, help: string): Offer => ({
    label,
    detail: typeName(value),
    help,
    kind: 'variable',
  })
  const item = scope.item
    ? [
        one('$item', scope.item.value, t('The current item')),
        one('$index', scope.item.index, t('Its position in the list, starting at 0')),
      ]
    : []
  if (scope.perItem) return [...item, one('$input', scope.input, t('Input of this node'))]
  return [
    one('$input', scope.input, t('Input of this node')),
    ...item,
    { label: '$nodes', apply: '$nodes.', detail: '', help: t('Output of an earlier node'), kind: 'variable' },
    one('$trigger', scope.trigger, t('Trigger data')),
    one('$vars', scope.vars, t('Workflow variables')),
  ]
}

/** What can be written at `caret`; null where nothing is offered. `asked`: the person asked for it. */
export function offersAt(text: string, caret: number, scope: Scope, asked: boolean): Offers | null {
  const start = scope.perItem ? 0 : expressionStart(text, caret)
  if (start === null) return null
  const source = text.slice(start, caret)
  if (isQuoted(source)) return null
  const { names, partial, from } = typedPath(source)
  if (names.length === 1 && names[0] === '$nodes') {
    const offers = scope.nodes.map(
      ({ id, title, value }): Offer => ({ label: id, detail: title, help: previewText(value), kind: 'node' }),
    )
    return { from: start + from, offers }
  }
  if (names.length > 0) {
    const offers = fieldsOf(valueAt(scope, names))
    return offers.length > 0 ? { from: start + from, offers } : null
  }
  if (partial === '' && !asked && source.trim() !== '') return null
  if (partial === '' || partial.startsWith('$')) {
    const fields = partial === '' ? fieldsOf(scope.perItem ? scope.item?.value : undefined) : []
    return { from: start + from, offers: [...fields, ...variables(scope), ...FUNCTION_OFFERS] }
  }
  return { from: start + from, offers: [...fieldsOf(valueAt(scope, ['$'])), ...FUNCTION_OFFERS] }
}
