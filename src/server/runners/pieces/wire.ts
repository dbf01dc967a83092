/** What the server and the process of a piece say to each other. Types only: each side checks what it gets. */

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
      hook: 'onEnable' | 'onDisable' | 'run' | 'test'
      auth: AuthValue | null
      input: Record<string, unknown>
      payload: unknown
      webhook_url: string
      info: RunInfo
    } & PieceAt)

export type ToPiece =
  | { kind: 'work'; work: Work }
  | { kind: 'reply'; call: number; value?: unknown; error?: { code: string; message: string } }

export type FromPiece =
  | { kind: 'ready' }
  | { kind: 'call'; call: number; name: CallName; args: Record<string, unknown> }
  | { kind: 'done'; value: unknown }
  | { kind: 'failed'; error: { code: string; message: string } }

/** What a piece may ask of the server while it works. */
export const CALLS = ['store.get', 'store.put', 'store.delete', 'files.write'] as const
export type CallName = (typeof CALLS)[number]

/** The socket in the folder of the process that all its connections go to. */
export const WAY_OUT = 'way-out'

/** Stands in an output for a file that was written. */
export const FILE_MARK = 'chowk-file:'
