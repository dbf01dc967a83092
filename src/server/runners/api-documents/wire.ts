/** The messages between the server and a thread that reads API documents. Values are copied (structured clone). */
import type { Connector } from '#connectors/connector.ts'

export interface Job {
  text: string
  /** Where it was read from; null for one that was uploaded. */
  address: string | null
}

/** What was left out of a document, and why. */
export interface LeftOut {
  /** RFC 6901 */
  pointer: string
  message: string
}

export interface ReadApi {
  connector: Connector
  left_out: readonly LeftOut[]
}

export type Reply = ({ kind: 'read' } & ReadApi) | { kind: 'refused'; code: string; message: string }
