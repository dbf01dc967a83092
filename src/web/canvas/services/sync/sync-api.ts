/** What syncing asks of the server. */
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { EditStep, LoggedEdit, WorkflowEvent } from '#contract/workflows/workflow-edits.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { call } from '#web/api/call.ts'
import { followStream } from '#web/api/stream.ts'
import type { Edit } from '#web/canvas/model/rebase/rebase.ts'

export interface SyncApi {
  /** @throws ApiError stale_revision and others */
  send(base_revision: number, edits: readonly Edit[]): Promise<{ revision: number }>
  edits(after: number): Promise<{ revision: number; edits: LoggedEdit[] }>
  whole(): Promise<{ revision: number; document: WorkflowDocument }>
  history(): Promise<{ revision: number; undo: EditStep[]; redo: EditStep[] }>
  /** Resolves with the end of the workflow, or of `signal`; throws ApiError when the server refuses. */
  follow(after: number, on: Following): Promise<void>
}

export interface Following {
  signal: AbortSignal
  event: (event: WorkflowEvent) => void
  connection: (up: boolean) => void
}

export function serverOf(workflow: string): SyncApi {
  const params = { id: workflow as WorkflowId }
  return {
    send: (base_revision, edits) => call('sendEdits', { params, body: { base_revision, edits: edits as never } }),
    edits: (after) => call('listEdits', { params, query: { after } }),
    async whole() {
      const { revision, document } = await call('getWorkflow', { params })
      return { revision, document: document as unknown as WorkflowDocument }
    },
    history: () => call('getEditHistory', { params }),
    follow: (after, { signal, event, connection }) =>
      followStream(
        'followWorkflow',
        { params, query: { after } },
        { signal, after, onEvent: event, onConnection: connection, isLast: ({ type }) => type === 'gone' },
      ),
  }
}
