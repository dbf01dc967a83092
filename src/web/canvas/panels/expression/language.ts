/** How expressions are coloured: names, texts, numbers and functions inside of `{{ }}`, the rest as plain text. */
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

interface State {
  inside: boolean
  quote: string
}

function inQuotes(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    const character = stream.next()
    if (character === '\\') stream.next()
    else if (character === state.quote) {
      state.quote = ''
      break
    }
  }
  return 'string'
}

function token(stream: StringStream, state: State, braces: boolean): string | null {
  if (!state.inside) {
    if (stream.match('{{')) {
      state.inside = true
      return 'bracket'
    }
    if (!stream.skipTo('{{')) stream.skipToEnd()
    return null
  }
  if (state.quote !== '') return inQuotes(stream, state)
  if (braces && stream.match('}}')) {
    state.inside = false
    return 'bracket'
  }
  if (stream.eatSpace()) return null
  if (stream.match(/^\$[A-Za-z_]*(?=\s*\()/)) return 'function'
  if (stream.match(/^\$+[A-Za-z_]*/)) return 'variable'
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number'
  if (stream.match(/^(?:and|or|in|true|false|null|function)\b/)) return 'keyword'
  if (stream.match(/^`[^`]*`/) || stream.match(/^[A-Za-z_]\w*/)) return 'property'
  const character = stream.next()
  if (character === '"' || character === "'") {
    state.quote = character
    return inQuotes(stream, state)
  }
  return 'operator'
}

const language = (perItem: boolean) =>
  StreamLanguage.define<State>({
    startState: () => ({ inside: perItem, quote: '' }),
    copyState: (state) => ({ ...state }),
    token: (stream, state) => token(stream, state, !perItem),
    tokenTable: {
      bracket: tags.bracket,
      string: tags.string,
      function: tags.function(tags.variableName),
      variable: tags.variableName,
      number: tags.number,
      keyword: tags.keyword,
      property: tags.propertyName,
      operator: tags.operator,
    },
  })

const TEMPLATE = language(false)
const PER_ITEM = language(true)

const COLOURS = HighlightStyle.define([
  { tag: tags.bracket, color: 'var(--muted)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.number, color: 'var(--marigold-ink)' },
  { tag: tags.keyword, color: 'var(--indigo)', fontWeight: '600' },
  { tag: tags.variableName, color: 'var(--indigo)' },
  { tag: tags.function(tags.variableName), color: 'var(--warn)' },
  { tag: tags.propertyName, color: 'var(--ink)' },
])

export const expressionLanguage = (perItem: boolean) => [perItem ? PER_ITEM : TEMPLATE, syntaxHighlighting(COLOURS)]
