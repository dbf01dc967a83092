/** Files that a run made: `file`, and `files` where there are more. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { numberOf, objectOf, objectsOf, stringOf } from '#findings/result.ts'

export interface MadeFile {
  file_id: string
  name: string
  mime: string
  bytes: number
}

function madeFile(found: JsonObject): MadeFile[] {
  const [file_id, name, mime, bytes] = [
    stringOf(found.file_id),
    stringOf(found.name),
    stringOf(found.mime),
    numberOf(found.bytes),
  ]
  // An upload that is passed on says no size: only what a node stored does.
  if (file_id === null || name === null || bytes === null) return []
  return [{ file_id, name, mime: mime ?? 'application/octet-stream', bytes }]
}

/** Each once, at most 50. */
export const madeFilesOf = (data: JsonObject): MadeFile[] => {
  const all = [objectOf(data.file), ...objectsOf(data.files)].flatMap(madeFile)
  return [...new Map(all.map((file) => [file.file_id, file])).values()].slice(0, 50)
}
