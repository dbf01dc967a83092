/** Files that the tools of an agent made: kept next to its answer, because the words of a model carry no file. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

/** As a step names what it made. */
export const ToolFile = z.object({
  file_id: z.uuid(),
  name: z.string().min(1).max(500),
  mime: z.string().min(1).max(200),
})
export type ToolFile = z.infer<typeof ToolFile>

/** Of one answer. */
const MOST_FILES = 20
/** Values of a result that are looked at: a table of thousands of rows names no file. */
const MOST_VALUES = 2_000

/** The files that the result of a tool names, in their order. Whether a run has made them is asked where they are given out. */
export function filesIn(result: Json): ToolFile[] {
  const found: ToolFile[] = []
  const next: Json[] = [result]
  for (let seen = 0; next.length > 0 && seen < MOST_VALUES && found.length < MOST_FILES; seen++) {
    const value = next.shift() ?? null
    if (Array.isArray(value)) next.push(...value.slice(0, MOST_VALUES))
    else if (isObject(value)) {
      const file = ToolFile.safeParse(value)
      if (file.success) found.push(file.data)
      else next.push(...Object.values(value).slice(0, MOST_VALUES))
    }
  }
  return found
}

/** Those that are known and these, each once. */
export function withFiles(known: readonly ToolFile[] | undefined, more: readonly ToolFile[]): ToolFile[] | undefined {
  const all = new Map([...(known ?? []), ...more].map((file) => [file.file_id, file]))
  return all.size === 0 ? undefined : [...all.values()].slice(0, MOST_FILES)
}

/** What the model is told of a result with files; their names are part of the result. */
export const FILES_GIVEN = 'The files of this result come with your answer. Write no links to them.'
