/** Plain text and Markdown: which encoding, which headings. */
import type { ParsedDocument } from '#nodes/ports.ts'
import { JobError } from '#server/runners/serve.ts'

/** One character for one: control characters that databases refuse become spaces, torn surrogates the replacement character. */
export const cleanText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ').toWellFormed()

const MAX_CONTROL_SHARE = 0.02

/** @throws JobError `file_unsupported` when the bytes are not text. */
export const decodeText = (bytes: Uint8Array): string => {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = text.match(/[\u0000-\u0008\u000e-\u001f]/g)?.length ?? 0
  if (controls > text.length * MAX_CONTROL_SHARE) throw new JobError('file_unsupported', 'This file is not text')
  return cleanText(text.replaceAll(/\r\n?/g, '\n'))
}

const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length * 0.3 && even < odd / 10) return 'utf-16le'
  if (even > sample.length * 0.3 && odd < even / 10) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

const MARKDOWN = /^(#{1,6})[ \t]+(.+?)[ \t#]*$/
const UNDERLINE = /^(=|-){3,}[ \t]*$/

/** One page, no places. */
export const documentFromText = (text: string): ParsedDocument => {
  const headings: ParsedDocument['headings'] = []
  let start = 0
  let before = { text: '', start: 0 }
  for (const line of text.split('\n')) {
    const mark = MARKDOWN.exec(line)
    const words = mark?.[2] ?? ''
    const under = UNDERLINE.exec(line)?.[1]
    if (words !== '') {
      const from = start + line.indexOf(words, mark?.[1]?.length)
      headings.push({ text: words, level: mark?.[1]?.length ?? 1, start: from, end: from + words.length, page: 1 })
    } else if (under !== undefined && before.text.trim() !== '' && before.text.length <= 120)
      headings.push({
        text: before.text,
        level: under === '=' ? 1 : 2,
        start: before.start,
        end: before.start + before.text.length,
        page: 1,
      })
    before = { text: line, start }
    start += line.length + 1
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
