/** Work for the process of a piece, and what the server and the process say to each other. Each side checks what it gets. */

/** Of an account, as the framework has it since its contexts have versions. */
export type AuthValue = { type: string } & Record<string, unknown>

export interface PieceAt {
  /** With `node_modules` in it. */
  folder: string
  package: string
}

export interface RunInfo {
  run: string
  step: string
  workflow: string
  public_url: string
}

export type Work =
  | { type: 'hosts'; folder: string }
  | ({ type: 'describe' } & PieceAt)
  | ({ type: 'run'; action: string; auth: AuthValue | null; input: Record<string, unknown>; info: RunInfo } & PieceAt)
  | ({
      type: 'options'
      /** Of an action, or of a trigger. */
      of: 'action' | 'trigger'
      action: string
      property: string
      auth: AuthValue | null
      input: Record<string, unknown>
      search: string
      info: RunInfo
    } & PieceAt)
  | ({
      type: 'trigger'
      trigger: string
      hook: TriggerHook
      auth: AuthValue | null
      input: Record<string, unknown>
      payload: Payload | null
      webhook_url: string
      info: RunInfo
    } & PieceAt)
  | ({ type: 'event'; payload: Payload; webhook_url: string; secret: string; info: RunInfo } & PieceAt)

/** What a trigger can be asked, as the framework names it. */
export type TriggerHook = 'onEnable' | 'onDisable' | 'onRenew' | 'onHandshake' | 'run' | 'test'

/** What arrived at an address. */
export interface Payload {
  /** In lower case. */
  headers: Record<string, string>
  query: Record<string, string>
  body: unknown
  /** The body to the byte, base64. */
  raw: string
}

/** A job is numbered, so that what one left behind is not taken for the answer of the next. */
export type ToPiece =
  | { kind: 'work'; job: number; work: Work }
  | { kind: 'reply'; call: number; value?: unknown; error?: { code: string; message: string } }

export type FromPiece =
  | { kind: 'ready' }
  | { kind: 'call'; call: number; name: CallName; args: Record<string, unknown> }
  | { kind: 'done'; job: number; value: unknown }
  | { kind: 'failed'; job: number; error: { code: string; message: string } }

/** What a piece may ask of the server while it works. */
export const CALLS = ['store.get', 'store.put', 'store.delete', 'files.write'] as const
export type CallName = (typeof CALLS)[number]

/** The socket in the folder of the process that all its connections go to. */
export const WAY_OUT = 'way-out'

/** What a file that was written begins with in an output. */
export const FILE_MARK = 'chowk-file:'

export interface PieceHosts {
  hosts: readonly string[]
  entered: readonly string[]
}

export interface PieceJob {
  work: Work
  /** Of the tree of files. */
  hash: string
  owner: string
  hosts: PieceHosts
  /** Answers what the piece asks for. What it throws is told to the piece. */
  answer(name: CallName, args: Record<string, unknown>): Promise<unknown>
  signal: AbortSignal
  deadline_ms: number
}

export interface PieceAnswer {
  value: unknown
  /** Hosts that it connected to, the latest last. */
  connected: string[]
  /** Why connections were refused, in sentences. */
  refused: string[]
}

/** The piece failed. `refused`: connections that it was not allowed. */
export class PieceFailure extends Error {
  readonly code: string
  readonly refused: readonly string[]
  readonly connected: readonly string[]
  constructor(code: string, message: string, of: { refused: readonly string[]; connected: readonly string[] }) {
    super(message)
    this.name = 'PieceFailure'
    this.code = code
    this.refused = of.refused
    this.connected = of.connected
  }
}

/** Does work in the process of a piece. @throws as `PieceProcesses.run` */
export type RunPieceWork = (job: PieceJob) => Promise<PieceAnswer>
