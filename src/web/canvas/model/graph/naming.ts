/** Ids and titles of nodes: an id is made from the title, and both are unique in their workflow. */
import type { WorkflowDocument } from '#graph/document.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'

const MOST = 60

/** A title as an id: `Read PDF, 2nd` becomes `read_pdf_2nd`. */
export function slug(title: string): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, MOST)
    .replace(/_+$/, '')
  return plain === '' || (RESERVED_KEYS as readonly string[]).includes(plain) ? 'node' : plain
}

/** `wanted`, or `wanted_2`, `wanted_3`… when it is taken. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}_${number}`
    if (!taken.has(id)) return id
  }
}

/** `Read a PDF`, or `Read a PDF 2` when another node is called so. */
export function freeTitle(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const title = number === 1 ? wanted : `${wanted.slice(0, 112)} ${number}`
    if (!taken.has(title)) return title
  }
}

export const idsOf = ({ nodes }: WorkflowDocument): Set<string> => new Set(nodes.map(({ id }) => id))
export const titlesOf = ({ nodes }: WorkflowDocument): Set<string> => new Set(nodes.map(({ title }) => title))
