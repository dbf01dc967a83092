/**
 * What a run asks a person, as one caller may see it. The page of the run shows this and an answer is checked against it, so nobody
 * answers what they were not asked.
 */
import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import type { OpenWait } from '#contract/runs/executions.ts'
import { isObject } from '#shared/json.ts'

/** What a caller may see of the steps of a run. */
export interface StepAccess {
  steps_open: boolean
  logs_open: boolean
}

export interface Question {
  type: OpenWait['type']
  title: string | null
  /** What is shown below the title of an approval. */
  details: Json
  /** What a form asks for; null for everything else. */
  fields: Json
}

const StoredWait = z
  .object({
    type: z.enum(['timer', 'approval', 'form', 'child', 'account']),
    title: z.string().nullable().catch(null),
    details: Json.catch(null),
    fields: Json.catch(null),
    settings: z.record(z.string(), Json).optional().catch(undefined),
    from_input: z.literal(true).optional().catch(undefined),
  })
  .catch({ type: 'timer', title: null, details: null, fields: null })

/** What comes from inside the run is left out where the steps are closed, and settings where the logs are. */
export function questionFor(stored: unknown, { steps_open, logs_open }: StepAccess): Question {
  const { type, title, details, fields, settings, from_input } = StoredWait.parse(stored)
  const isHidden = from_input === true && !steps_open
  return {
    type,
    title,
    details: isHidden ? null : logs_open && settings && isObject(details) ? { ...details, ...settings } : details,
    fields: isHidden ? fieldsWithoutValue(fields) : fields,
  }
}

const fieldsWithoutValue = (fields: Json): Json =>
  Array.isArray(fields) ? fields.filter((field) => isObject(field) && !('value' in field)) : null
