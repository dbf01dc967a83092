/** Who may delete an uploaded document: its owner; in a workspace the member who uploaded it, owners and admins. */
import { AppError } from '#contract/core/errors.ts'
import type { FileId } from '#contract/core/primitives.ts'
import { mayDeleteOf } from '#server/areas/runs/executions/deletion.policy.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { DeletableFile, FileUse } from './file-deletion.store.ts'

const USED: Record<FileUse, string> = {
  made: 'A run made this file. Delete the run instead.',
  run: 'A run that has not ended uses this document. Stop it first.',
  batch: 'A batch is still going to run this document. Cancel the batch first.',
  knowledge: 'This document is in a knowledge base. Delete it there.',
  schedule: 'A schedule of a service uses this document. Remove it from the schedule first.',
  workflow: 'A workflow or an agent uses this document. Remove it from there first.',
  test_case: 'A test case uses this document. Delete the test case first.',
  comparison: 'A comparison uses this document. Delete the comparison first.',
  sample: 'A sample of an agent uses this document. Remove the sample first.',
}

/** @throws forbidden for a document of another member, illegal_transition with what uses it */
export function mayDeleteFile(caller: Caller, { id, uploaded_by, use }: DeletableFile): Grant<'file.delete', FileId> {
  if (!mayDeleteOf(caller, uploaded_by))
    throw new AppError('forbidden', {
      message: 'Only the person who uploaded this document, or an owner or admin of the workspace, can delete it.',
    })
  if (use !== null) throw new AppError('illegal_transition', { message: USED[use] })
  return mint('file.delete', caller, id)
}
