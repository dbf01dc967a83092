import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { createFilePort, type FileDeps, type RunRecords } from '#server/areas/runs/runs.ts'
import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { decideBatchAcceptance } from './acceptance.ts'
import * as batches from './batches.ts'
import * as callbacks from './callbacks.ts'
import { exportBatch } from './export.ts'
import { addResults } from './results.ts'
import { addTable, previewTable } from './table.ts'

type Names =
  | 'listBatches'
  | 'createBatch'
  | 'getBatch'
  | 'updateBatch'
  | 'addBatchItems'
  | 'previewBatchTable'
  | 'addBatchTable'
  | 'addBatchResults'
  | 'listBatchItems'
  | 'controlBatch'
  | 'decideBatchAcceptance'
  | 'exportBatch'
  | 'deleteBatch'
  | 'listBatchCallbacks'
  | 'resendBatchCallback'
  | 'getCallbackSecret'
  | 'renewCallbackSecret'

interface Deps {
  db: Database
  files: FileDeps['files']
  paperwork: DoPaperwork
  ring: KeyRing
  records: RunRecords
}

export function batchHandlers({ db, files, paperwork, ring, records }: Deps): Pick<Handlers, Names> {
  const tables = { db, files: createFilePort({ db, files }), paperwork }
  return {
    listBatches: ({ query }, { caller }) => batches.listBatches(db, mayUseServices(caller), query),
    createBatch: ({ body }, { caller }) => batches.createBatch(db, mayUseServices(caller), body),
    getBatch: ({ params }, { caller }) => batches.getBatch(db, mayUseServices(caller), params.id),
    updateBatch: ({ params, body }, { caller }) => batches.updateBatch(db, mayUseServices(caller), params.id, body),
    addBatchItems: ({ params, body }, { caller }) => batches.addToBatch(db, mayUseServices(caller), params.id, body),
    previewBatchTable: ({ body }, { caller, signal }) =>
      previewTable(tables, mayUseServices(caller), body.file_id, signal),
    addBatchTable: ({ params, body }, { caller, signal }) =>
      addTable(tables, mayUseServices(caller), params.id, body, signal),
    addBatchResults: ({ params, body }, { caller }) => addResults(db, mayUseServices(caller), params.id, body),
    listBatchItems: ({ params, query }, { caller }) => batches.listItems(db, mayUseServices(caller), params.id, query),
    controlBatch: ({ params, body }, { caller }) =>
      batches.controlBatch(db, mayUseServices(caller), params.id, body.action),
    decideBatchAcceptance: ({ params, body }, { caller }) =>
      decideBatchAcceptance({ db, records }, mayUseServices(caller), params.id, body),
    exportBatch: ({ params, query }, { caller, signal }) =>
      exportBatch({ db, paperwork }, mayUseServices(caller), params.id, query, signal),
    deleteBatch: ({ params }, { caller }) => batches.deleteBatch(db, mayUseServices(caller), params.id),
    listBatchCallbacks: ({ params, query }, { caller }) =>
      callbacks.listCallbacks(db, mayUseServices(caller), params.id, query),
    resendBatchCallback: ({ params }, { caller }) =>
      callbacks.resendCallback(db, mayUseServices(caller), params.id, params.delivery),
    getCallbackSecret: (_, { caller }) => callbacks.getCallbackSecret(db, mayUseServices(caller)),
    renewCallbackSecret: (_, { caller }) => callbacks.renewCallbackSecret(db, ring, mayUseServices(caller)),
  }
}
