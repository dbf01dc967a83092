/** Environment variables: how each is read, and what the documentation says about it. */
import { z } from 'zod'

export interface VariableText {
  /** One sentence or two, in Markdown. */
  what: string
  /** What is used without it, where that is no fixed value. */
  otherwise?: string
}

const TEXTS = z.registry<VariableText>()

/** An empty variable is an absent one: `PORT= npm start` means the default. */
export function variable<T extends z.ZodType>(text: string | VariableText, schema: T) {
  const read = z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema)
  TEXTS.add(read, typeof text === 'string' ? { what: text } : text)
  return read
}

/** @returns undefined for a variable that is no setting, such as one that our own processes tell each other */
export const textOfVariable = (schema: z.ZodType): VariableText | undefined => TEXTS.get(schema)
