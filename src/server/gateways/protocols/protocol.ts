/** What a protocol is: operations by name, each on a connection of its own. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { FileContent } from '#nodes/ports.ts'
import type { Line } from './account.ts'

/** Files of the action's input, and the place for one that it answers with. */
export interface ActionFiles {
  /** @throws NodeError `input_invalid`, `file_not_found` */
  open(key: string): Promise<FileContent>
  write(file: FileContent): Promise<Json>
}

export type Operation = (line: Line, input: JsonObject, files: ActionFiles) => Promise<Json>

export interface Protocol {
  operations: Record<string, Operation>
  /** Returns a `Refusal` for what the server understood and refused; the error as it is for everything else. */
  judge(error: Error): Error
}
