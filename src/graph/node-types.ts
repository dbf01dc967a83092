/** What the graph needs to know of the node types; the catalogue of `nodes` is one. */
import type { z } from 'zod'
import type { JsonObject } from '#contract/core/primitives.ts'

export interface NodeType {
  type: string
  title: string
  version: number
  trigger?: boolean
  /** Keeps a workflow that holds it from running, whatever its settings: a problem with this code. */
  unfinished?: { code: string; message: string }
  config: z.ZodObject
  ports?: readonly { name: string }[] | ((config: never) => readonly { name: string }[])
  migrate?(config: JsonObject, fromVersion: number): JsonObject
}

export interface NodeTypes {
  get(type: string): NodeType | undefined
}
