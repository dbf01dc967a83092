/**
 * Ways to read one text when a secret is searched for in it: as it is, with escapes decoded, and with the values of fields put
 * together. Each reading knows which characters of the text every one of its codes stands for.
 */
import { FOLDED, foldCode } from './secret-spellings.ts'

export interface Reading {
  codes: Uint16Array
  starts: Uint32Array
  ends: Uint32Array
  length: number
}
export type Range = readonly [start: number, end: number]

/** Separates values that do not belong together; never part of a secret, as control characters are ignored in them. */
const BREAK = 1

const readingOf = (size: number): Reading => ({
  codes: new Uint16Array(size),
  starts: new Uint32Array(size),
  ends: new Uint32Array(size),
  length: 0,
})

function put(reading: Reading, code: number, start: number, end: number): void {
  const at = reading.length++
  reading.codes[at] = code
  reading.starts[at] = start
  reading.ends[at] = end
}

/** The code units of a text. A copy: reading them from a long text itself takes longer. */
export function codesOf(text: string): Uint16Array {
  if (text.length > 256) {
    const bytes = Buffer.from(text, 'utf16le')
    return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length)
  }
  const codes = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i)
  return codes
}

function putText(reading: Reading, text: Uint16Array, start: number, end: number): void {
  const { codes, starts, ends } = reading
  let { length } = reading
  for (let i = start; i < end; i++) {
    const code = FOLDED[text[i] as number] as number
    if (code === 0) continue
    codes[length] = code
    starts[length] = i
    ends[length++] = i + 1
  }
  reading.length = length
}

const ESCAPE =
  /%(?:25){0,4}([0-9a-f]{2})|\\{1,8}(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([0-3]?[0-7]{1,2})|[nrtbf])|&(?:amp;){0,4}(?:#(\d{1,12});|#x([0-9a-f]{1,12});|(?:amp|lt|gt|quot|apos|nbsp);)|\b0x([0-9a-f]{2})\b|(?:\b|(?<=u\+[0-9a-f]{4}))u\+([0-9a-f]{4,6})/gi

export const hasEscapes = (text: string): boolean => /[%\\&]|\b0x|u\+/i.test(text)

export function asWritten(codes: Uint16Array): Reading {
  const reading = readingOf(codes.length)
  putText(reading, codes, 0, codes.length)
  return reading
}

/** @param codes those of the text */
export function decodeReading(text: string, codes: Uint16Array): Reading {
  const reading = readingOf(text.length)
  let from = 0
  for (const match of text.matchAll(ESCAPE)) {
    const end = match.index + match[0].length
    putText(reading, codes, from, match.index)
    from = end
    const [, percent, u, braced, x, octal, decimal, entity, number, point] = match
    const hex = percent ?? u ?? braced ?? x ?? entity ?? number ?? point
    const value = hex ? Number.parseInt(hex, 16) : octal ? Number.parseInt(octal, 8) : Number(decimal ?? 0)
    const code = value > 0xffff ? 0 : foldCode(value)
    if (code !== 0) put(reading, code, match.index, end)
  }
  putText(reading, codes, from, text.length)
  return reading
}

interface Values {
  strings: Range[]
  numbers: Range[]
  byKey: Map<string, Range[]>
}

const QUOTE = 0x22
const LINE_END = 0x0a
const BACKSLASH = 0x5c

/**
 * The quoted strings of a text, without their quotes. Linear in the length of the text, as a regular expression is not: what is not
 * closed on its line is no string.
 */
export function* stringsOf(text: string): Generator<Range> {
  let at = text.indexOf('"')
  while (at !== -1) {
    let end = at + 1
    let code = text.charCodeAt(end)
    while (end < text.length && code !== QUOTE && code !== LINE_END) {
      end += code === BACKSLASH ? 2 : 1
      code = text.charCodeAt(end)
    }
    if (code === QUOTE) yield [at + 1, end]
    at = text.indexOf('"', end + 1)
  }
}

/** The values in JSON, or in lines that each hold some. */
export function valuesOf(text: string): Values {
  const values: Values = { strings: [], numbers: [], byKey: new Map() }
  let key = ''
  const add = (list: Range[], range: Range) => {
    list.push(range)
    const group = values.byKey.get(key)
    if (group) group.push(range)
    else values.byKey.set(key, [range])
  }
  const addNumbers = (from: number, to: number) => {
    for (const match of text.slice(from, to).matchAll(/-?\d[\d.eE+-]*/g))
      add(values.numbers, [from + match.index, from + match.index + match[0].length])
  }
  let behind = 0
  for (const [start, end] of stringsOf(text)) {
    addNumbers(behind, start - 1)
    behind = end + 1
    if (/^\s{0,8}:/.test(text.slice(behind, behind + 10))) key = text.slice(start, end)
    else add(values.strings, [start, end])
  }
  addNumbers(behind, text.length)
  return values
}

/** The text between the tags of a page, or after `data:` in the lines of a stream. */
export function textsOf(text: string): Range[] {
  const ranges: Range[] = []
  if (/^data:/m.test(text))
    for (const match of text.matchAll(/^data:(.*)$/gm)) ranges.push([match.index + 5, match.index + match[0].length])
  else if (/<[a-z!/]/i.test(text))
    for (const match of text.matchAll(/(?:^|>)([^<>]+)(?=<|$)/g))
      ranges.push([match.index + match[0].length - (match[1] as string).length, match.index + match[0].length])
  return ranges
}

/** Those parts of a reading that stand for the ranges, group after group. */
export function onlyIn(whole: Reading, groups: Iterable<readonly Range[]>): Reading {
  const all = [...groups]
  const ranges = all.reduce((sum, group) => sum + group.length, 0)
  const reading = readingOf(whole.length + ranges + all.length)
  for (const group of all) {
    for (const [start, end] of group)
      for (let i = firstFrom(whole, start); i < whole.length && (whole.starts[i] as number) < end; i++)
        put(reading, whole.codes[i] as number, whole.starts[i] as number, whole.ends[i] as number)
    put(reading, BREAK, 0, 0)
  }
  return reading
}

function firstFrom({ starts, length }: Reading, start: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] as number) < start) low = middle + 1
    else high = middle
  }
  return low
}
