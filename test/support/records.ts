/** Records of runs, signed with a key that only the test has. */
import { randomBytes } from 'node:crypto'
import { createRecordSigner } from '#server/areas/runs/record-keeping/chain.ts'
import { createRunRecords, type RunRecords } from '#server/areas/runs/record-keeping/keep.ts'

export const testRecords = (): RunRecords =>
  createRunRecords(createRecordSigner([{ id: 'test', key: randomBytes(32) }]))
