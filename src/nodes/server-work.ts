/** MCP servers from packages, as processes of the sandbox: how one is started, and how it is spoken to. */

/** How a server is started. Two that differ in anything of this are two processes. */
export interface ServerStart {
  /** Of the tree of files. */
  hash: string
  /** With `node_modules` in it. */
  folder: string
  /** Its program, below `folder`. */
  program: string
  arguments: readonly string[]
  /** Given to it once it runs, so that no other process of the machine can read it. */
  environment: Readonly<Record<string, string>>
  hosts: readonly string[]
  /** As people know it. */
  name: string
}

/** The standard input and output of a server, as lines. */
export interface ServerPipe {
  /** @throws NodeError when it has ended, or takes nothing */
  write(line: string): void
  /** One listener at a time. */
  listen(heard: { line(text: string): void; close(): void }): void
  /** Ends the process. */
  close(): void
}

export interface ServerJob {
  start: ServerStart
  owner: string
  signal: AbortSignal
  deadline_ms: number
  /** A process for this alone, which ends with it. */
  alone: boolean
}

export interface ServerAnswer<T> {
  value: T
  /** Hosts that it connected to, the latest last. */
  connected: string[]
  /** Why connections were refused, in sentences. */
  refused: string[]
  /** Resident memory in MB when it answered. */
  memory_mb: number
}

/**
 * Has a server do one thing; it does one at a time.
 * @throws what `work` throws; NodeError `mcp_timeout`, `mcp_memory`, `mcp_too_large`, `mcp_ended` (each with `refused`), `runner_lost`,
 * `runner_busy`, `plugins_unsafe`; the abort reason
 */
export type RunServer = <T>(job: ServerJob, work: (pipe: ServerPipe) => Promise<T>) => Promise<ServerAnswer<T>>

/** What the program that is loaded before a server is told. */
export interface ToServer {
  kind: 'start'
  environment: Readonly<Record<string, string>>
}
