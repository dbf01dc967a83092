/** The program of a worker thread that reads workflow files. */
import { createHash } from 'node:crypto'
import { readWorkflowFile } from '#nodes/import/read-file.ts'
import { ImportError } from '#nodes/import/untrusted.ts'
import { serveOwners } from '#server/runners/serve-owners.ts'
import type { Job, Reply } from './wire.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

serveOwners<Job, Reply>(({ source }) => {
  try {
    return { kind: 'read', ...readWorkflowFile(source, sha256) }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    const { code, message, field } = error
    return { kind: 'refused', code, message, field }
  }
})
