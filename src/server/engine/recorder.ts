/**
 * What one execution has to write. Rows are buffered; `flush` hands them to the journal, `settled` waits until everything
 * handed over is committed. There is at most one write of an execution on its way, so its rows are committed in the order of
 * their `seq`: a watcher that has seen seq 7 never misses 6.
 */
import type { RunError } from '#contract/runs/executions.ts'
import { HeldValues } from './held-values.ts'
import type { Journal, Source, Written } from './journal.ts'
import type { EndRow, ExecutionRow, JournalEntry, NodeRow } from './journal-sql.ts'
import type { TraceRow } from './trace.ts'

/** The execution was taken over, paused or cancelled. On this signal the executor stops and writes nothing. */
export class Fenced extends Error {
  constructor() {
    super('The execution was taken, paused or cancelled')
    this.name = 'Fenced'
  }
}

/** The run was to be stored earlier, and is not begun: its id may have been given up. */
export class StartTooLate extends Fenced {
  /** As of a statement that took too long: callers are told to try again. */
  readonly code = '57014'
  override readonly name = 'StartTooLate'
  override readonly message = 'The database was away while the run was to be stored'
}

export class Recorder implements Source {
  readonly execution_id: string
  readonly epoch: number
  readonly alone: boolean
  /** The last seq given out. */
  seq: number
  readonly #journal: Journal
  readonly #onCommit: () => void
  readonly #startBy: number | undefined
  #start: ExecutionRow | undefined
  /** Drawn and perhaps refused: put back by `discard`. */
  #drawnStart: ExecutionRow | undefined
  #end: EndRow | undefined
  #rows: string[] = []
  #traced: string[] = []
  #isEnding = false
  #first = 0
  readonly held = new HeldValues()
  /** Queued, not yet drawn: what is added now goes along. */
  #queued: Promise<void> | null = null
  /** Drawn, not yet committed. */
  #sent: Promise<void> | null = null

  constructor(
    journal: Journal,
    execution: {
      id: string
      epoch: number
      seq: number
      start?: ExecutionRow | undefined
      /** See `StartRequest.start_by`. */
      start_by?: number | undefined
      alone?: boolean
    },
    onCommit: () => void,
  ) {
    this.#journal = journal
    this.execution_id = execution.id
    this.epoch = execution.epoch
    this.alone = execution.alone === true
    this.seq = execution.seq
    this.#start = execution.start
    this.#startBy = execution.start_by
    this.#onCommit = onCommit
  }

  /** The execution's own row is not written yet: nobody but this process knows of it. */
  get isUnstarted(): boolean {
    return this.#start !== undefined
  }

  get send_by(): number | undefined {
    return this.#start || this.#drawnStart ? this.#startBy : undefined
  }

  get isDirty(): boolean {
    return (
      this.#start !== undefined ||
      this.#rows.length > 0 ||
      this.#traced.length > 0 ||
      this.#queued !== null ||
      this.#sent !== null
    )
  }

  /**
   * An output may have many million characters, so its JSON is written once.
   * @param limit characters of an output that a row takes
   * @returns the JSON of an output that is too large for its row: nothing was added then. Otherwise null
   * @throws TypeError when the row is not JSON (circular, BigInt); NodeError `run_too_large`, `server_full` when there is no room for
   *   its output
   */
  add(row: Omit<NodeRow, 'seq'>, limit = Number.POSITIVE_INFINITY): string | null {
    if (row.output !== undefined && row.status !== 'failed') this.held.check(row.output)
    const output = row.output === undefined ? undefined : JSON.stringify(row.output)
    if (output !== undefined && row.status !== 'failed') this.held.takeResult(row.output, output.length)
    if (output !== undefined && output.length > limit) return output
    this.seq++
    if (this.#rows.length === 0) this.#first = this.seq
    const json = JSON.stringify({ ...row, output: undefined, seq: this.seq })
    this.#rows.push(output === undefined ? json : `${json.slice(0, -1)},"output":${output}}`)
    return null
  }

  /**
   * Keeps a call of a model or tool, and writes it at once: people watch long runs of agents. One that ends after its run is not kept,
   * because the content of the run may be deleted by then.
   */
  trace(row: TraceRow): void {
    if (this.#isEnding) return
    this.#traced.push(JSON.stringify(row))
    // The first entry of a run waits for the first commit of the run.
    if (!this.#start) this.flush().catch(() => {})
  }

  /** Forgets what was not committed: the database refused something in it. */
  discard(): void {
    this.#rows = []
    this.#traced = []
    this.#sent = null
    this.#queued = null
    if (this.#drawnStart) this.#start = { ...this.#drawnStart, input: null }
  }

  /** The run left this process: what it held is gone. */
  release(): void {
    this.held.release()
  }

  draw(): JournalEntry {
    const entry: JournalEntry = {
      execution_id: this.execution_id,
      epoch: this.epoch,
      seq: this.#first,
      rows: this.#rows,
      traced: this.#traced,
    }
    if (this.#start) {
      entry.start = this.#start
      this.#drawnStart = this.#start
    }
    if (this.#end) entry.end = this.#end
    this.#rows = []
    this.#traced = []
    this.#start = undefined
    this.#sent = this.#queued
    this.#queued = null
    return entry
  }

  /** @throws Fenced, JournalRefusal */
  flush(): Promise<void> {
    if (this.#queued) return this.#queued
    if (this.#sent) return this.#sent.then(() => (this.isDirty ? this.flush() : undefined))
    const written = this.#journal.write(this).then((result) => this.#written(result))
    this.#queued = written
    // Callers that need the commit await it; there may be none yet when it fails.
    written.catch(() => {})
    return written
  }

  #written(result: Written): void {
    if (result === 'late') throw new StartTooLate()
    if (result === 'fenced') throw new Fenced()
    this.#sent = null
    this.#drawnStart = undefined
    this.#onCommit()
  }

  /** Commits everything added so far. @throws Fenced, JournalRefusal */
  async settled(): Promise<void> {
    while (this.isDirty) await this.flush()
  }

  /** Commits everything with the end of the execution. @throws Fenced, JournalRefusal */
  async end(end: EndRow): Promise<void> {
    this.#isEnding = true
    if (this.#sent) await this.#sent
    this.#end = end
    await this.flush()
  }
}

export const runError = (
  code: string,
  message: string,
  node_id: string | null,
  field: string | null = null,
): RunError => ({
  code,
  message,
  node_id,
  field,
})
