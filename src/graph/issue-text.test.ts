/** Whoever sends a wrong workflow is told what is wrong with it in sentences, not in those of a validator. */
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { issueText, problemMessage } from './issue-text.ts'

const said = (schema: z.ZodType, value: unknown): string =>
  problemMessage(schema.safeParse(value, { error: issueText }).error?.issues[0]?.message ?? '', value)

describe('what is wrong', () => {
  it.each<[schema: z.ZodType, value: unknown, message: string]>([
    [z.string(), undefined, 'This is required'],
    [z.string().min(1), '', 'This is required'],
    [Json, undefined, 'This is required'],
    [z.enum(['a', 'b']), undefined, 'This is required'],
    [z.string(), 7, 'Must be text'],
    [z.int(), 'x', 'Must be a number'],
    [z.int(), 1.5, 'Must be a whole number'],
    [z.number().min(5), 1, 'Must be at least 5'],
    [z.number().gt(5), 1, 'Must be greater than 5'],
    [z.number().max(5), 9, 'Must be at most 5'],
    [z.string().max(3), 'four', 'Must have at most 3 characters'],
    [z.array(z.string()).min(2), ['x'], 'Must have at least 2 items'],
    [z.enum(['a', 'b']), 'c', 'Must be one of "a", "b"'],
    [z.literal('a'), 'c', 'Must be "a"'],
    [z.url(), 'nowhere', 'Must be a URL'],
    [z.string().regex(/^\d+$/), 'x', 'Isn’t in the expected format'],
    [z.strictObject({}), { colour: 1 }, '“colour” isn’t a known field'],
    [z.union([z.number(), z.boolean()]), 'x', 'This isn’t valid'],
    [z.string().max(3, 'Keep it short'), 'four', 'Keep it short'],
  ])('%# is said in words: %s', (schema, value, message) => {
    expect(said(schema, value)).toBe(message)
  })
})
