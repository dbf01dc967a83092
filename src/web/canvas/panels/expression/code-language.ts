/** How JavaScript and JSON are coloured and folded into lines: by their words, without a grammar. */
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

interface State {
  /** The sign that ends the text or the comment one is in; '' outside. */
  until: string
}

const KEYWORD =
  /^(?:async|await|break|case|catch|class|const|continue|default|delete|do|else|finally|for|function|if|in|instanceof|let|new|of|return|switch|this|throw|try|typeof|var|void|while|yield)\b/

function inside(stream: StringStream, state: State): string {
  const comment = state.until === '*/'
  while (!stream.eol()) {
    if (stream.match(state.until)) {
      state.until = ''
      break
    }
    if (stream.next() === '\\' && !comment) stream.next()
  }
  // Only comments and backticks go over lines.
  if (stream.eol() && (state.until === '"' || state.until === "'")) state.until = ''
  return comment ? 'comment' : 'string'
}

function token(stream: StringStream, state: State): string | null {
  if (state.until !== '') return inside(stream, state)
  if (stream.eatSpace()) return null
  if (stream.match('//')) {
    stream.skipToEnd()
    return 'comment'
  }
  if (stream.match('/*')) {
    state.until = '*/'
    return inside(stream, state)
  }
  if (stream.match(/^"(?=(?:[^"\\]|\\.){0,400}"\s*:)/, false)) {
    stream.match(/^"(?:[^"\\]|\\.){0,400}"/)
    return 'property'
  }
  const quote = stream.match(/^["'`]/)
  if (quote) {
    state.until = stream.string.charAt(stream.pos - 1)
    return inside(stream, state)
  }
  if (stream.match(/^(?:0[xob][\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)/i)) return 'number'
  if (stream.match(/^(?:true|false|null|undefined)\b/) || stream.match(KEYWORD)) return 'keyword'
  if (stream.match(/^[A-Za-z_$][\w$]*(?=\s*\()/)) return 'function'
  if (stream.match(/^[A-Za-z_$][\w$]*/)) return 'variable'
  stream.next()
  return 'operator'
}

const LANGUAGE = StreamLanguage.define<State>({
  startState: () => ({ until: '' }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
  tokenTable: {
    comment: tags.comment,
    string: tags.string,
    number: tags.number,
    keyword: tags.keyword,
    function: tags.function(tags.variableName),
    variable: tags.variableName,
    property: tags.propertyName,
    operator: tags.operator,
  },
})

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.number, color: 'var(--marigold-ink)' },
  { tag: tags.keyword, color: 'var(--indigo)', fontWeight: '600' },
  { tag: tags.function(tags.variableName), color: 'var(--warn)' },
  { tag: tags.propertyName, color: 'var(--indigo)' },
])

export const codeLanguage = [LANGUAGE, syntaxHighlighting(COLOURS)]
