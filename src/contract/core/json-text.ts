/** JSON that is written already, such as an output that is kept: it is sent as it is, without being read and written again. */

import type { Json } from './primitives.ts'

/** Bytes of UTF-8, opened when the answer is sent. */
export type Opened = () => AsyncIterable<Uint8Array>
export type Written = string | Opened

let writing: { mark: string; texts: JsonText[] } | null = null

export class JsonText {
  readonly written: Written

  /** @param written valid JSON */
  constructor(written: Written) {
    this.written = written
  }

  /** What takes its place until the JSON around it is written. */
  toJSON(): string {
    if (writing === null) throw new Error('Only writeJson can send a stored JSON text')
    writing.texts.push(this)
    return writing.mark
  }
}

/** A value that the database or a file holds as JSON: it is sent on and never read. */
export const jsonAsWritten = (json: Written | null): Json =>
  json === null ? null : (new JsonText(json) as unknown as Json)

/** Characters of a text, without end for one that is opened when it is sent; 0 of any other value. */
export function writtenLength(value: unknown): number {
  if (!(value instanceof JsonText)) return 0
  return typeof value.written === 'string' ? value.written.length : Number.POSITIVE_INFINITY
}

/** The value itself, of a text as of any other value. @throws Error for what is opened when it is sent */
export function readJson(value: unknown): unknown {
  if (!(value instanceof JsonText)) return value
  if (typeof value.written !== 'string')
    throw new Error('A JSON text that is opened only when it is sent cannot be read')
  return JSON.parse(value.written)
}

async function textOf(written: Written): Promise<string> {
  if (typeof written === 'string') return written
  const pieces: Uint8Array[] = []
  for await (const piece of written()) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** As `readJson`, also of what is opened when it is sent. It is read in this thread: not for what is only passed on. */
export const readWhole = async (value: unknown): Promise<unknown> =>
  value instanceof JsonText ? JSON.parse(await textOf(value.written)) : value

/** As `writeJson`, in one text. */
export const writeWhole = async (value: unknown, mark: string): Promise<string> =>
  (await Promise.all(writeJson(value, mark).map(textOf))).join('')

/**
 * The JSON of a value that may hold written texts, in pieces.
 * @param mark stands for each text until the JSON around it is written: made now, so that no value can hold it, and never sent
 */
export function writeJson(value: unknown, mark: string): Written[] {
  const texts: JsonText[] = []
  writing = { mark, texts }
  try {
    const around = JSON.stringify(value)
    if (texts.length === 0) return [around]
    return around.split(`"${mark}"`).flatMap((piece, at) => [piece, texts[at]?.written ?? ''])
  } finally {
    writing = null
  }
}
