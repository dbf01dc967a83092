/** Reference texts: batches, their callbacks, and webhooks of services. */
import type { ReferenceText } from './reference-text.ts'

export const BATCH_TEXTS = {
  listBatches: ['List batches', 'Returns your batches, newest first: many documents for one service each.'],
  createBatch: [
    'Create a batch',
    'Runs a service on many documents, up to 10,000. Each item becomes a run of its own, started once. With `start` false it stays a draft that you can add items to. Send an `Idempotency-Key` to create it once, however often you try.',
  ],
  getBatch: [
    'Get a batch',
    'Returns how far a batch is, what it has cost, why documents failed, and an estimate of what is left.',
  ],
  updateBatch: ['Update a batch', 'Renames a batch or changes its maximum cost or callback address.'],
  addBatchItems: [
    'Add items to a batch',
    'Adds up to 1,000 items to a draft. They are numbered from `from`, so a request that is repeated adds nothing twice.',
  ],
  previewBatchTable: [
    'Preview a spreadsheet',
    'Returns the columns and first rows of an uploaded CSV or XLSX file. Formulas are read as their last value.',
  ],
  addBatchTable: [
    'Add the rows of a spreadsheet to a batch',
    'Makes an item of every row of an uploaded CSV or XLSX file, with inputs taken from the columns you name.',
  ],
  addBatchResults: [
    'Add the results of another batch',
    'Makes an item of every document of another batch that succeeded, or whose review is in the state you name, with inputs taken from its results. The columns are its single values and `document`, `top_findings`, `findings`, `lowest_confidence`, `review` and `run`. With a service made of a workflow that writes to an app, this sends results there.',
  ],
  listBatchItems: [
    'List items of a batch',
    'Returns the documents of a batch with their state, run and result, filtered and sorted as you ask.',
  ],
  controlBatch: [
    'Start, pause or cancel a batch',
    'Starts a draft, pauses, resumes or cancels a batch, or runs its failed documents again. Runs under way end when it is paused and are cancelled when it is cancelled.',
  ],
  decideBatchAcceptance: [
    'Accept or reject results of a batch',
    'Decides about the results that you name, or about all that wait. A request works for a few seconds: while `waiting` isn’t 0, send it again.',
  ],
  exportBatch: [
    'Export a batch',
    'Returns the results table of a batch as CSV, XLSX, JSON or a PDF report. What was found in a rejected result is left out.',
  ],
  deleteBatch: ['Delete a batch', 'Deletes a batch that has ended. Its executions are kept.'],
  listBatchCallbacks: [
    'List callbacks of a batch',
    'Returns what was sent to the callback address of a batch, with the answers.',
  ],
  resendBatchCallback: ['Send a callback again', 'Sends a callback again, with the same id.'],
  getCallbackSecret: [
    'Get the callback secret',
    'Returns when the secret that callbacks are signed with was made. The secret itself is shown only when it is made.',
  ],
  renewCallbackSecret: [
    'Renew the callback secret',
    'Makes a new secret and returns it once. For a day, callbacks carry a signature of the old one as well.',
  ],
  getServiceHook: ['Get the webhook of a service', 'Returns the address that programs send documents to.'],
  saveServiceHook: [
    'Turn the webhook of a service on or off',
    'Turns the webhook on or off. The first time, its address and secret are made, and the secret is returned once.',
  ],
  renewServiceHookSecret: [
    'Renew the secret of a service’s webhook',
    'Makes a new secret and returns it once. The old one is accepted for a day.',
  ],
  receiveServiceHook: [
    'Send to the webhook of a service',
    'Runs the service on the JSON or the files you send. Sign the body with HMAC-SHA256 in `X-Webhook-Signature` (`t=SECONDS,v1=HEX` over `SECONDS.BODY`) or in `X-Hub-Signature-256`, and name the delivery in `X-Webhook-Id`: a repeat within seven days is answered with the same run.',
  ],
} as const satisfies Record<string, ReferenceText>
