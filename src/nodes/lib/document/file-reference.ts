/** Files as settings and inputs name them: `{"file_id": …}`, with what else is known of them. */

import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'
import type { MadeFile } from '#nodes/paperwork.ts'
import type { FileContent, OpenFile, WrittenFile } from '#nodes/ports.ts'
import { kindOf } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

/** A file as an upload or another node names it; what else is known of it is passed on. */
export const FileReference = z.object({
  file_id: z.string().min(1).max(100),
  name: z.string().max(500).nullish(),
  mime: z.string().max(200).nullish(),
})
export type FileReference = z.infer<typeof FileReference>

/** What a node says of a file it made. */
export const MadeFileReference = z.object({
  file_id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
})

export const fileSetting = (title: string, help: string) =>
  Json.optional().describe(help).meta({ title, widget: 'expression', placeholder: '{{ $input.file }}' })

export const nameSetting = z
  .string()
  .max(200)
  .optional()
  .describe('What the new file is called, without its ending. Left out, it is called as the old one.')
  .meta({ title: 'Name of the file' })

/** Null when nothing is given. @throws NodeError `not_a_file` */
export function fileReference(given: Json, field = 'file'): FileReference | null {
  if (given === null || given === '') return null
  const parsed = FileReference.safeParse(given)
  if (parsed.success) return parsed.data
  throw new NodeError('not_a_file', `Expected an uploaded file, got ${kindOf(given)}`, { field })
}

/** The file of a setting or, when that is left out, of the input: the file itself, or an object with `file`. @throws NodeError `file_missing`, `not_a_file` */
export function fileFrom(given: Json | undefined, input: Json, field = 'file'): FileReference {
  const found = fileReference(given ?? fileIn(input) ?? null, field)
  if (found) return found
  throw new NodeError('file_missing', 'There is no file to work on; give one or connect a node that has one', { field })
}

function fileIn(input: Json): Json | undefined {
  if (!isObject(input)) return undefined
  if (typeof input.file_id === 'string') return input
  if (isObject(input.file)) return input.file
  return Object.values(input).flatMap((value) => (isObject(value) && isObject(value.file) ? [value.file] : []))[0]
}

/** @throws NodeError `files_missing`, `not_a_file` */
export function filesFrom(given: Json | undefined, input: Json, field = 'files'): FileReference[] {
  const inside = isObject(input) ? (input.files ?? Object.values(input)) : input
  const list = given ?? inside
  const found = Array.isArray(list)
    ? list.map((one) => fileReference(isObject(one) && isObject(one.file) ? one.file : one, field))
    : []
  const files = found.filter((one) => one !== null)
  if (files.length > 0) return files
  throw new NodeError('files_missing', 'There are no files to work on; give a list of files', { field })
}

type Context = Pick<NodeContext<unknown>, 'files' | 'run' | 'paperwork' | 'signal'>

export const openFile = (ctx: Context, { file_id }: FileReference): Promise<OpenFile> =>
  ctx.files.open(file_id, ctx.run)

/** An opened file with its bytes. @throws NodeError `file_not_found` */
export const readFile = async ({ name, mime, read }: OpenFile): Promise<FileContent> => ({
  name,
  mime,
  bytes: await read(),
})

/** The name without its ending. */
export const stem = (name: string): string => name.replace(/\.[a-z0-9]{1,10}$/i, '') || 'file'

/** Stores what was made; `part` tells several files of one run of a node apart. */
export function keepFile(ctx: Context, file: MadeFile, name: string, part = ''): Promise<WrittenFile> {
  const { mime, extension, bytes } = file
  return ctx.files.write({ name: `${name}.${extension}`, mime, bytes }, ctx.run.as, `${ctx.run.idempotency_key}${part}`)
}
