/** What every kind of source can do: list what there is, read one of it, and show where a person may begin. */
import type { HttpRequest, HttpResponse } from '#nodes/ports.ts'

export type Ask = Pick<HttpRequest, 'url'> & Partial<Pick<HttpRequest, 'method' | 'headers' | 'body' | 'binary'>>

/**
 * Signs in with the connection of the source and asks.
 * @throws SourceTrouble for every answer but 2xx
 */
export type AskSource = (ask: Ask) => Promise<HttpResponse>

export type Listed =
  /** Something that is listed in its turn, such as a folder. Each is listed once a sync, so loops end. */
  | { type: 'container'; id: string }
  | {
      type: 'document'
      /** The same for as long as it exists, also when it is renamed or moved. */
      id: string
      /** With the extension of what {@link SourceKind.fetch} returns. */
      name: string
      /** Another one whenever its content may have changed. */
      version: string
      /** Null where the service doesn’t say before it is read. */
      bytes: number | null
      /** Where people open it. */
      url: string | null
      /** Deleted by a person, so no second sync has to miss it. */
      trashed: boolean
      /** How it is read, for {@link SourceKind.fetch}. */
      how: string
      /** Why it can’t be read at all. */
      refused: { code: string; message: string } | null
    }

export interface ListingPage {
  items: Listed[]
  /** Where the rest of the container is listed from; null at its end. */
  next: string | null
}

export interface Place {
  place: string
  name: string
  /** Whether there may be further places in it. */
  opens: boolean
}

export interface SourceKind {
  /** What people call the service. */
  title: string
  /** The container that a sync begins with. @throws AppError `invalid_input` about `place` */
  rootOf(place: string): string
  /** A page of what is in a container. @param position null for the first page @throws SourceTrouble */
  list(ask: AskSource, container: string, position: string | null): Promise<ListingPage>
  /** @throws SourceTrouble */
  fetch(ask: AskSource, item: { id: string; how: string }): Promise<Uint8Array>
  /** Where a source may begin, below a place or at the top. @throws SourceTrouble */
  places(ask: AskSource, within: string | null): Promise<{ places: Place[]; complete: boolean }>
}

/**
 * Why the service did not do what was asked.
 * `item`: this one can’t be read. `missing`: it is not there any more. `again`: the same may succeed soon. `later`: the service asks to be
 * left alone. `connection`: its owner has to look at the connection.
 */
export class SourceTrouble extends Error {
  readonly type: 'item' | 'missing' | 'again' | 'later' | 'connection'
  readonly code: string
  /** How long to wait, for `later`. */
  readonly wait_ms: number
  constructor(type: SourceTrouble['type'], code: string, message: string, wait_ms = 0) {
    super(message)
    this.type = type
    this.code = code
    this.wait_ms = wait_ms
  }
}

/** What documents of knowledge are read from, by the extension of their name. */
const READABLE: ReadonlySet<string> = new Set(
  'pdf docx xlsx csv tsv txt text md markdown html htm png jpg jpeg'.split(' '),
)

const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Why a file with this name is not read; null where it is. */
export const refusalOfName = (name: string): { code: string; message: string } | null =>
  READABLE.has(extensionOf(name))
    ? null
    : { code: 'file_unsupported', message: 'Files of this type can’t be read as documents.' }

/** With this extension, unless it has it. */
export const named = (name: string, extension: string): string =>
  extensionOf(name) === extension ? name : `${name}.${extension}`

/** The JSON object of an answer; empty where it is none. */
export function objectOf({ body }: HttpResponse): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    throw new SourceTrouble('again', 'bad_answer', 'The service answered with something that can’t be read.')
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []
export const objectIn = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** An address that people can open; null for anything else. */
export const openable = (value: unknown): string | null => {
  const url = URL.parse(textIn(value))
  return url?.protocol === 'https:' && url.href.length <= 2000 ? url.href : null
}

/** A number of bytes, which some services write as text. */
export const bytesIn = (value: unknown): number | null => {
  const bytes = typeof value === 'string' ? Number(value) : value
  return typeof bytes === 'number' && Number.isFinite(bytes) && bytes >= 0 ? bytes : null
}
