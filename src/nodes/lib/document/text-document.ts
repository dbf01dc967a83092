/** Plain text as a parsed document: one page, no places, headings as Markdown writes them. */
import type { ParsedDocument } from '#nodes/ports.ts'

/** One character for one: control characters that databases refuse become spaces, torn surrogates the replacement character. */
export const cleanText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ').toWellFormed()

const MARKDOWN = /^(#{1,6})[ \t]+(.+?)[ \t#]*$/
const UNDERLINE = /^(=|-){3,}[ \t]*$/
const WORD = /[\p{L}\p{N}]/u
const MAX_UNDERLINED = 120

interface Line {
  text: string
  start: number
}

const headingAt = (line: Line, above: Line): ParsedDocument['headings'][number] | null => {
  const [, marks = '', words = ''] = MARKDOWN.exec(line.text) ?? []
  if (WORD.test(words)) {
    const start = line.start + line.text.indexOf(words, marks.length)
    return { text: words, level: marks.length, start, end: start + words.length, page: 1 }
  }
  const under = UNDERLINE.exec(line.text)?.[1]
  if (under === undefined || !WORD.test(above.text) || above.text.length > MAX_UNDERLINED) return null
  const { text, start } = above
  return { text, level: under === '=' ? 1 : 2, start, end: start + text.length, page: 1 }
}

/** Line breaks become `\n` and control characters spaces; all positions are in the text as returned. */
export function documentFromText(given: string): ParsedDocument {
  const text = cleanText(given.replaceAll(/\r\n?/g, '\n'))
  const headings: ParsedDocument['headings'] = []
  let above: Line = { text: '', start: 0 }
  let start = 0
  for (const words of text.split('\n')) {
    const line = { text: words, start }
    const heading = headingAt(line, above)
    if (heading !== null) headings.push(heading)
    above = line
    start += words.length + 1
  }
  return {
    text,
    pages: [{ page: 1, start: 0, end: text.length, width: null, height: null }],
    items: [],
    tables: [],
    headings,
    meta: { title: null, author: null, page_count: 1, format: 'text' },
  }
}
