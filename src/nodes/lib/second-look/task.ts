/** What a second look is: a question to a model about what the rules left open, and what of its answer is taken. */

import type { JsonObject } from '#contract/core/primitives.ts'
import type { NodeContext } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { isObject } from '#shared/json.ts'

export interface Asked {
  /** What is to be found, for the system's words. */
  task: string
  /** The text that is read: data. */
  text: string
  schema: JsonObject
}

export interface Taken {
  data: JsonObject
  /** Claims that were taken over. */
  added: number
  /** Claims without a place in the document, or that the rules refute. */
  dropped: number
}

export interface SecondLookTask {
  title: string
  /** @returns null when the rules left nothing open */
  ask(
    found: JsonObject,
    document: ParsedDocument,
    ctx: Pick<NodeContext<unknown>, 'codes'>,
  ): Promise<Asked | null> | Asked | null
  /** @param answer fits the schema of `ask` */
  take(
    answer: JsonObject,
    found: JsonObject,
    document: ParsedDocument,
    ctx: Pick<NodeContext<unknown>, 'codes'>,
  ): Promise<Taken> | Taken
}

/** A model reads so much of a document at most; what is behind is the rules' alone. */
export const MOST_READ = 48_000
/** Claims of one answer. */
export const MOST_CLAIMS = 25
/** What counts as sure of what a model found: a person should read it. */
export const BY_MODEL = 0.5

export const QUOTE: JsonObject = {
  type: 'string',
  minLength: 3,
  maxLength: 600,
  description: 'The exact words of the text, copied letter by letter',
}

/** A list of claims as an answer. */
export const claims = (properties: Record<string, JsonObject>): JsonObject => ({
  type: 'object',
  properties: {
    found: {
      type: 'array',
      maxItems: MOST_CLAIMS,
      items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    },
  },
  required: ['found'],
  additionalProperties: false,
})

/** @param answer fits {@link claims} */
export const claimsOf = <Claim>(answer: JsonObject): Claim[] => answer.found as unknown as Claim[]

export const objectsIn = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : [])

/** The text as the model is given it. */
export const readable = ({ text }: ParsedDocument): string => text.slice(0, MOST_READ)
