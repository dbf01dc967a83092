/**
 * Lists in which personal data is masked where the data policy of an account says so (decision 0362), and where in their answers it is. A
 * new list that shows names of documents, of people who write, or words of either belongs here.
 */
import type { EndpointName } from '#contract/api.ts'

export interface MaskedRows {
  /** Where the rows are. */
  rows: string
  /** The id by which one row is asked for. */
  key: string
  /** Each row is a run, or has one by this name, whose record says that it was shown. */
  run?: string
  /** Texts that may hold personal data; `*` is each value, and its name tells what it is. */
  texts: readonly string[]
  /** Rows without this id are about people of the account and its settings, and stay as they are. */
  only?: string
  /** Texts that are personal data, whatever they say. */
  people?: readonly string[]
}

const RUN = { key: 'id', run: 'id', texts: ['title', 'error.message', 'result.text'] } as const

export const MASKED_LISTS = {
  listExecutions: [{ rows: 'items', ...RUN }],
  listRecoverable: [{ rows: 'items', ...RUN }],
  getDashboard: [
    { rows: 'recent', ...RUN },
    { rows: 'attention', key: 'execution_id', run: 'execution_id', texts: ['title'] },
  ],
  listReviewQueue: [
    { rows: 'items', key: 'execution_id', run: 'execution_id', texts: ['title'] },
    { rows: 'questions', key: 'execution_id', run: 'execution_id', texts: ['title'] },
  ],
  listRunComments: [{ rows: 'items', key: 'id', run: 'execution_id', texts: ['text'] }],
  listActivity: [
    { rows: 'items', key: 'execution_id', run: 'execution_id', texts: ['object', 'text.*'], only: 'execution_id' },
  ],
  listBatches: [{ rows: 'items', key: 'id', texts: ['name'] }],
  listBatchItems: [
    {
      rows: 'items',
      key: 'execution_id',
      run: 'execution_id',
      texts: ['name', 'message', 'result.top', 'result.fields.*'],
    },
  ],
  listConversations: [{ rows: 'items', key: 'id', texts: ['title'] }],
  listInbox: [{ rows: 'items', key: 'id', texts: ['title', 'reason', 'last.text'], people: ['visitor'] }],
  listChannelPeople: [{ rows: 'items', key: 'id', texts: [], people: ['name', 'address'] }],
} as const satisfies Partial<Record<EndpointName, readonly MaskedRows[]>>
export type MaskedList = keyof typeof MASKED_LISTS
