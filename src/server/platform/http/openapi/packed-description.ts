/** The OpenAPI document as it is sent: whole, its index, and an area at a time, each packed once and kept packed alone. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { areaDocument, areasOf, indexDocument } from './areas.ts'
import type { OpenApiDocument } from './document.ts'

export const WHOLE = ''
const INDEX = 'index'

/**
 * Schemas repeat each other from far away, which the small window of gzip does not see: Brotli takes a third less. It takes its
 * time for that, in a thread that nobody waits for.
 */
const PACKINGS = {
  br: (text: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (text: string): Promise<Buffer> => promisify(gzip)(text, { level: 9, memLevel: 9 }),
}
export const PREFERRED_PACKINGS = ['br', 'gzip'] as const
const unpack = promisify(gunzip)

class Packed {
  readonly #packed: Promise<Buffer>
  #denser: Promise<Buffer> | undefined

  constructor(document: OpenApiDocument) {
    this.#packed = PACKINGS.gzip(JSON.stringify(document))
  }

  gzip(): Promise<Buffer> {
    return this.#packed
  }

  br(): Promise<Buffer> {
    this.#denser ??= this.plain().then(PACKINGS.br)
    return this.#denser
  }

  /** Unpacked at each call: few programs ask for it so, and it is ten times as large. */
  async plain(): Promise<Buffer> {
    return unpack(await this.#packed)
  }
}

interface Written {
  title: string
  whole: Packed
  areas: ReadonlySet<string>
  parts: Map<string, Promise<Packed>>
}

export class PackedDescription {
  readonly #title: () => string
  readonly #write: () => OpenApiDocument
  #written: Written | null = null

  /** @param write takes a tenth of a second; it is called again when the title has changed */
  constructor(title: () => string, write: () => OpenApiDocument) {
    this.#title = title
    this.#write = write
  }

  /** @param name `WHOLE`, `index`, or an area; of any other null */
  async part(name: string): Promise<Packed | null> {
    const written = this.#current()
    if (name === WHOLE) return written.whole
    const known = written.parts.get(name)
    if (!known && !written.areas.has(name)) return null
    const part = known ?? this.#cut(written.whole, name)
    written.parts.set(name, part)
    return part
  }

  #current(): Written {
    const title = this.#title()
    if (this.#written?.title === title) return this.#written
    const written = this.#write()
    const document = { ...written, info: { ...written.info, title } }
    // The page of the API reference is drawn with it: it doesn't wait until the whole is packed.
    const index = Promise.resolve(new Packed(indexDocument(document)))
    this.#written = { title, whole: new Packed(document), areas: areasOf(document), parts: new Map([[INDEX, index]]) }
    return this.#written
  }

  /** Once for each area: reading the whole again costs less than to keep it. */
  async #cut(whole: Packed, area: string): Promise<Packed> {
    return new Packed(areaDocument(JSON.parse((await whole.plain()).toString()) as OpenApiDocument, area))
  }
}
