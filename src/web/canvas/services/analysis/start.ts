/** What a workflow is started with, as far as it says: the form of its fields, or the names its expressions read. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { isObject } from '#shared/json.ts'
import { sampleOf } from './schema-sample.ts'

export interface StartInput {
  /** JSON Schema of the form; null where the workflow has none. */
  schema: JsonObject | null
  /** To begin with, where there is no form. */
  sample: JsonObject
  /** Whether it reads anything of what it is started with. */
  needed: boolean
}

const READ = /\$trigger\.([A-Za-z_][A-Za-z0-9_]{0,63})/g
const MOST_NAMES = 40

const object = (value: Json | undefined): JsonObject | null => (isObject(value) ? value : null)

/** Names that expressions anywhere in the document read of the trigger. */
function namesRead({ nodes }: WorkflowDocument): string[] {
  const text = JSON.stringify(nodes.map(({ config }) => config))
  return [...new Set([...text.matchAll(READ)].map(([, name = '']) => name))].slice(0, MOST_NAMES)
}

export function startInput(document: WorkflowDocument): StartInput {
  const form = document.nodes.find(({ type }) => type === 'input_form' || type === 'form_trigger')
  if (form && Array.isArray(form.config.fields) && form.config.fields.length > 0) {
    try {
      return { schema: inputSchemaOf(form.config), sample: {}, needed: true }
    } catch {
      // Fields that are not complete yet make no form.
    }
  }
  const trigger = document.nodes.find(({ type }) => catalogue.get(type)?.trigger)
  const type = trigger && catalogue.get(trigger.type)
  const declared = type ? object(sampleOf(describeNode(type).output)) : null
  const names = namesRead(document)
  const sample = { ...Object.fromEntries(names.map((name) => [name, ''])), ...declared }
  return { schema: null, sample, needed: Object.keys(sample).length > 0 }
}
