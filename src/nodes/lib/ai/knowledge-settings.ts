/** Settings that nodes which use knowledge share. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import type { KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import { KNOWLEDGE, KNOWLEDGE_MODES } from '#contract/knowledge/knowledge-values.ts'
import { NodeError } from '#nodes/node.ts'
import { isObject } from '#shared/json.ts'

export const KNOWLEDGE_BASE = z
  .uuid('Choose a knowledge base')
  .describe('A knowledge base of yours, or one that is shared with you.')
  .meta({ title: 'Knowledge base', widget: 'knowledge', expression: 'none' })

export const MORE_BASES = z
  .array(z.uuid('Choose a knowledge base').meta({ widget: 'knowledge', expression: 'none' }))
  .max(KNOWLEDGE.searched - 1)
  .default([])
  .describe('Searched as well. The best passages of all of them are returned.')
  .meta({ title: 'More knowledge bases', expression: 'none' })

export const SEARCH_MODE = z
  .enum(KNOWLEDGE_MODES)
  .default('hybrid')
  .describe('words: by words. meaning: by meaning. hybrid: both, with combined ranks.')
  .meta({ title: 'Mode' })

/** @param usual how many a node returns where nothing else is set */
export const mostPassages = (usual: number) =>
  z
    .number()
    .int()
    .min(1)
    .max(KNOWLEDGE.hits)
    .default(usual)
    .describe('Maximum number of passages to return.')
    .meta({ title: 'Passages' })

const KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** Metadata of a document, or a filter on it. @throws NodeError `metadata_invalid` */
export function metadataFrom(given: Json | undefined, field: string): KnowledgeMetadata {
  if (given === undefined || given === null || given === '') return {}
  const refusal = (message: string) => new NodeError('metadata_invalid', message, { field })
  if (!isObject(given)) throw refusal('Expected an object such as {"region": "north"}')
  const entries = Object.entries(given).filter(([, value]) => value !== null)
  if (entries.length > KNOWLEDGE.metadata) throw refusal(`Up to ${KNOWLEDGE.metadata} values are allowed`)
  const metadata: KnowledgeMetadata = {}
  for (const [key, value] of entries) {
    if (!KEY.test(key)) throw refusal(`“${key.slice(0, 80)}” can’t be a name: use letters, digits and underscores`)
    const isShort = typeof value === 'string' && value.length <= KNOWLEDGE.metadata_value
    if (!isShort && typeof value !== 'number' && typeof value !== 'boolean')
      throw refusal(`“${key}” must be a short text, a number, or true or false`)
    metadata[key] = value
  }
  return metadata
}
