/** JSON that is written already, such as an output that is kept: it is sent as it is, without being read and written again. */

/** Bytes of UTF-8, opened when the answer is sent. */
type Opened = () => AsyncIterable<Uint8Array>
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
    if (writing === null) throw new Error('A written text can only be sent by writeJson')
    writing.texts.push(this)
    return writing.mark
  }
}

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
