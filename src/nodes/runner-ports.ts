/** What nodes reach processes through, with the one whom each process works for. Otherwise the same as in `nodes/ports.ts`. */
import type { CodePort, DocumentsPort, EmbedPort, PaperworkPort } from './ports.ts'
import { type WorkFor, workForServer } from './work-for.ts'

/** The same function with the work's owner, signal and step in place of the signal. */
type ForWork<Call extends (...args: never[]) => unknown> = Call extends (
  ...args: [...infer Given, AbortSignal]
) => infer Result
  ? (...args: [...Given, WorkFor]) => Result
  : never

export type RunCode = ForWork<CodePort>
export type Embed = ForWork<EmbedPort>
/** As `Embed`, with the tokens that the model read of the texts. */
export type EmbedCounted = (
  texts: readonly string[],
  work: WorkFor,
) => Promise<{ vectors: Float32Array[]; tokens: number }>
export type DoPaperwork = ForWork<PaperworkPort>

export interface RunnerPorts {
  code: RunCode
  embed: Embed
  paperwork: DoPaperwork
  documents: { parse: ForWork<DocumentsPort['parse']> }
}

/** For searches and listings of the server's own. */
export const embedForServer =
  (embed: Embed): EmbedPort =>
  (texts, signal) =>
    embed(texts, workForServer(signal))
