/** The schema of a parsed document, as nodes give it on. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import type { ParsedDocument as Parsed } from '#nodes/ports.ts'

const Offsets = { start: z.number().int(), end: z.number().int() }

export const ParsedDocument = z.object({
  text: z.string(),
  pages: z.array(
    z.object({ page: z.number().int(), ...Offsets, width: z.number().nullable(), height: z.number().nullable() }),
  ),
  items: z.array(z.object({ ...Offsets, page: z.number().int(), box: z.array(z.number()).length(4) })),
  tables: z.array(z.object({ page: z.number().int(), rows: z.array(z.array(z.string())), ...Offsets })),
  headings: z.array(z.object({ text: z.string(), level: z.number().int(), ...Offsets, page: z.number().int() })),
  meta: z.object({
    title: z.string().nullable(),
    author: z.string().nullable(),
    page_count: z.number().int(),
    format: z.enum(['pdf', 'docx', 'text']),
  }),
})

/** A parsed document is JSON; its interface only lacks the index signature that says so. */
export const asJson = (document: Parsed): Json => ({ ...document }) as unknown as Json

/** Pages (from 1) on which nothing can be read: pictures, or empty ones. */
export const pagesWithoutText = ({ text, pages }: Parsed): number[] =>
  pages.filter(({ start, end }) => !/[\p{L}\p{N}]/u.test(text.slice(start, end))).map(({ page }) => page)

/** One document whose pages come from `second` where it has them, else from `first`. */
export function withPagesOf(first: Parsed, second: Parsed): Parsed {
  const result: Parsed = { ...first, text: '', pages: [], items: [], tables: [], headings: [] }
  for (const page of first.pages) {
    const other = second.pages.find((one) => one.page === page.page)
    const [source, from] = other ? [second, other] : [first, page]
    if (result.text !== '') result.text += '\n\n'
    const shift = result.text.length - from.start
    const move = <T extends { start: number; end: number }>(one: T): T => ({
      ...one,
      start: one.start + shift,
      end: one.end + shift,
    })
    const here = <T extends { start: number; end: number; page: number }>(all: readonly T[]): T[] =>
      all.filter((one) => one.page === from.page).map(move)
    result.text += source.text.slice(from.start, from.end)
    result.pages.push(move(from))
    result.items.push(...here(source.items))
    result.tables.push(...here(source.tables))
    result.headings.push(...here(source.headings))
  }
  return result
}
