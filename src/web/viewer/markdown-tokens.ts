/**
 * Markdown of notes and comments as tokens: they are drawn as elements, never as HTML. Bounded in time: what is too long in one piece,
 * or nested too deep, stays plain text.
 */
import { lexer, type Token } from 'marked'

/** Marks within one piece of text are matched with each other, which takes the square of its length. */
const LONGEST_PIECE = 5000
const DEEPEST = 12

const plain = (text: string): Token[] => [
  { type: 'paragraph', raw: text, text, tokens: [{ type: 'text', raw: text, text, escaped: false }] },
]

const inner = (token: Token): Token[] => [
  ...(('tokens' in token && token.tokens) || []),
  ...('items' in token && Array.isArray(token.items) ? (token.items as Token[]) : []),
]

const tooDeep = (tokens: readonly Token[], left: number): boolean =>
  tokens.some((token) => left === 0 || tooDeep(inner(token), left - 1))

const known = new Map<string, Token[]>()
const MOST_KNOWN = 200

/** The blocks of a text. */
export function markdownTokens(text: string): Token[] {
  const found = known.get(text)
  if (found) return found
  const tokens = parse(text)
  const oldest = known.size >= MOST_KNOWN ? known.keys().next() : undefined
  if (oldest && !oldest.done) known.delete(oldest.value)
  known.set(text, tokens)
  return tokens
}

/** A line that is a picture: its name and its data. Others are not fetched. */
const PICTURE = /^!\[([^\]\n]{0,200})\]\((data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]{1,20000}={0,2})\)$/

export interface PictureToken {
  type: 'picture'
  raw: string
  /** What it shows, in words. */
  text: string
  href: string
}

/** Pictures are taken out before the rest is read: their data is no text. */
function parse(text: string): Token[] {
  if (!text.includes('](data:image/')) return read(text)
  const tokens: (Token | PictureToken)[] = []
  let before: string[] = []
  for (const raw of text.split('\n')) {
    const [, words, href] = PICTURE.exec(raw.trim()) ?? []
    if (words === undefined || href === undefined) {
      before.push(raw)
      continue
    }
    tokens.push(...read(before.join('\n')), { type: 'picture', raw: words, text: words, href })
    before = []
  }
  return [...tokens, ...read(before.join('\n'))] as Token[]
}

function read(text: string): Token[] {
  if (text.split(/\n[ \t]*\n/).some((piece) => piece.length > LONGEST_PIECE)) return plain(text)
  try {
    const tokens = lexer(text)
    return tooDeep(tokens, DEEPEST) ? plain(text) : tokens
  } catch {
    // Nested deeper than the parser can follow.
    return plain(text)
  }
}

/** Addresses that may be opened from a text written by another person. */
export const isSafeLink = (href: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(href)

export interface TextLine {
  text: string
  style: 'heading' | 'text' | 'code'
}

const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      const parts = inner(token)
      if (parts.length > 0) return wordsOf(parts)
      return token.type === 'br' ? '\n' : 'text' in token && typeof token.text === 'string' ? token.text : ''
    })
    .join('')

/** What a note says, line by line, for pictures. */
export function linesOf(text: string): TextLine[] {
  const lines = (tokens: readonly Token[], before: string): TextLine[] =>
    tokens.flatMap((token): TextLine[] => {
      if (token.type === 'space' || token.type === 'hr' || token.type === 'def') return []
      if (token.type === 'list')
        return inner(token).flatMap((item) => {
          const mark = 'task' in item && item.task ? (item.checked ? '☑ ' : '☐ ') : '• '
          return lines(
            inner(item).filter(({ type }) => type !== 'checkbox'),
            `${before}${mark}`,
          )
        })
      if (token.type === 'blockquote') return lines(inner(token), `${before}  `)
      const style = token.type === 'heading' ? 'heading' : token.type === 'code' ? 'code' : 'text'
      const words = token.type === 'table' ? token.raw : wordsOf([token])
      return words.split('\n').map((line, at) => ({ style, text: `${at === 0 ? before : ''}${line}` }))
    })
  return lines(markdownTokens(text), '')
}
