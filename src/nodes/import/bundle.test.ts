import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { type Packable, packBundle, readBundle } from './bundle.ts'
import { readWorkflowFile } from './read-file.ts'
import { ImportError } from './untrusted.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const nobody = () => null

const key = fc.oneof(
  fc.constantFrom('a', 'b', '10', '9', 'value', 'name', 'Authorization', 'token', 'model'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const safe = key.filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name) && !name.includes('\0'))
const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !text.includes('\0')),
  fc.constantFrom('{{ $input.a }}', 'sk-abcdefghijklmnopqrstuvwx', 'Bearer abc', 'https://u:p@h.example/', '=x'),
  fc.uuid(),
)
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value') as fc.Arbitrary<Json>, { maxLength: 4 }),
    fc.dictionary(safe, tie('value') as fc.Arbitrary<Json>, { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
}))
const config = fc.dictionary(fc.oneof(safe, fc.constantFrom('credential', 'workflow_id')), value, {
  maxKeys: 6,
}) as fc.Arbitrary<JsonObject>
const id = fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/).filter((name) => !['constructor', 'prototype'].includes(name))

const document = fc
  .uniqueArray(id, { minLength: 1, maxLength: 6 })
  .chain((ids) => fc.tuple(fc.constant(ids), fc.array(config, { minLength: ids.length, maxLength: ids.length })))
  .map(
    ([ids, configs]): WorkflowDocument => ({
      schema_version: 1,
      nodes: ids.map((one, index) => ({
        id: one,
        type: index === 0 ? 'manual_trigger' : 'http_request',
        version: 1,
        title: one,
        config: configs[index] ?? {},
        position: { x: index, y: 0 },
      })),
      edges: ids.slice(1).map((to, index) => ({
        id: `e${index}`,
        from: { node: ids[index] ?? '', port: 'out' },
        to: { node: to, port: 'in' },
      })),
      notes: [],
      groups: [],
    }),
  )
  .filter((one) => parseDocument(one).document !== null)

const packable: fc.Arbitrary<Packable> = fc.record({
  name: fc.constantFrom('Orders', 'पत्र', 'A "quoted" <name>'),
  description: fc.string({ unit: 'grapheme', maxLength: 40 }),
  document,
  slots: fc.constant<Slot[]>([]),
  samples: fc.array(fc.record({ title: fc.constant('One'), input: config }), { maxLength: 2 }),
  docs: fc.string({ unit: 'grapheme', maxLength: 60 }),
})

it('gives the same bytes after it was imported, and holds neither ids nor secrets', () => {
  fc.assert(
    fc.property(packable, (one) => {
      const first = packBundle(one, nobody, sha256)
      // What a database does with it: keys in another order.
      const kept = JSON.parse(JSON.stringify(readBundle(JSON.parse(first), sha256))) as Packable
      expect(packBundle(kept, nobody, sha256)).toBe(first)
      const { document: inside } = JSON.parse(first) as { document: WorkflowDocument }
      for (const { config: settings } of inside.nodes)
        expect(String(settings.credential ?? '')).not.toMatch(/^[0-9a-f-]{36}$/)
      expect(JSON.stringify(inside)).not.toContain('sk-abcdefghijklmnopqrstuvwx')
    }),
    { numRuns: 100 },
  )
})

it('is refused with a name for whatever is changed in it', () => {
  fc.assert(
    fc.property(packable, fc.nat(), fc.constantFrom('x', '0', '{', '"', ' ,'), (one, where, put) => {
      const text = packBundle(one, nobody, sha256)
      const place = where % text.length
      const changed = text.slice(0, place) + put + text.slice(place + 1)
      let same = false
      try {
        same = JSON.stringify(JSON.parse(changed)) === JSON.stringify(JSON.parse(text))
      } catch {
        // No JSON any more.
      }
      if (same) return
      expect(() => readWorkflowFile(changed, sha256)).toThrow(ImportError)
    }),
    { numRuns: 100 },
  )
})

it('takes nothing from the future', () => {
  const bundle = { format: 'chowk.workflow', format_version: 99, nodes: [] }
  expect(() => readWorkflowFile(bundle, sha256)).toThrow(/made by a newer version \(format 99/)
})

it('holds no key in samples, docs, description and notes either, and stays the same file after that', () => {
  const KEY = 'sk-abcdefghijklmnopqrstuvwx'
  const PEM =
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7\n-----END PRIVATE KEY-----'
  const packable: Packable = {
    name: 'Shop',
    description: `Uses ${KEY}`,
    document: {
      schema_version: 1,
      nodes: [],
      edges: [],
      notes: [{ id: 'n', text: `Key: ${KEY}`, position: { x: 0, y: 0 }, size: { width: 1, height: 1 } }],
      groups: [],
    },
    slots: [],
    samples: [
      {
        title: `With ${KEY}`,
        input: { token: 'hunter2', text: `Call https://asha:geheim@api.example.com/ with ${PEM}` },
      },
    ],
    docs: `# Setup\n\nPut ${KEY} into the header.\n\n${PEM}\n`,
  }
  const text = packBundle(packable, nobody, sha256)
  for (const secret of [KEY, 'hunter2', 'geheim', 'MIIEvQ', 'BKcwgg']) expect(text).not.toContain(secret)
  const again = readBundle(JSON.parse(text), sha256)
  expect(again.docs).toContain('# Setup')
  expect(packBundle(again, nobody, sha256)).toBe(text)
})
