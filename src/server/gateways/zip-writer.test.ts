import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { measureInflated, readZipEntries } from './zip.ts'
import { createZip, type NewZipEntry } from './zip-writer.ts'

async function* entries(...list: [string, (string | Uint8Array)[]][]): AsyncGenerator<NewZipEntry> {
  for (const [name, parts] of list)
    yield {
      name,
      data: (async function* () {
        yield* parts
      })(),
    }
}
const archive = async (all: AsyncIterable<NewZipEntry>) => {
  const chunks: Buffer[] = []
  for await (const chunk of createZip(all)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('an archive', () => {
  it('is read back whole', async () => {
    const long = 'नमस्ते '.repeat(200_000)
    const bytes = await archive(entries(['a.json', ['{"a":', '1}']], ['empty.txt', []], ['long.txt', [long, long]]))
    const found = readZipEntries(bytes) ?? []
    expect(found.map(({ name, size }) => [name, size])).toEqual([
      ['a.json', 7],
      ['empty.txt', 0],
      ['long.txt', Buffer.byteLength(long) * 2],
    ])
    expect(measureInflated(bytes, found, 1e9)).toBe(7 + Buffer.byteLength(long) * 2)
    const [first] = found
    const from = (first?.offset ?? 0) + 30 + 6
    expect(inflateRawSync(bytes.subarray(from, from + (first?.compressedSize ?? 0))).toString()).toBe('{"a":1}')
  })

  it('without entries is an archive', async () => {
    expect(readZipEntries(await archive(entries()))).toEqual([])
  })

  it('breaks off with what an entry throws', async () => {
    const broken = async function* (): AsyncGenerator<NewZipEntry> {
      yield {
        name: 'a',
        data: (async function* () {
          yield 'x'
          throw new Error('away')
        })(),
      }
    }
    await expect(archive(broken())).rejects.toThrow('away')
  })

  it('has the same bytes for the same data', async () => {
    const one = () => archive(entries(['a.json', ['{}']]))
    expect(await one()).toEqual(await one())
  })

  it('ends the entries before it ends when nobody reads on', async () => {
    const steps: string[] = []
    const endless = async function* (): AsyncGenerator<NewZipEntry> {
      try {
        yield {
          name: 'a',
          data: (async function* () {
            try {
              for (;;) yield randomBytes(65_536)
            } finally {
              steps.push('data ended')
            }
          })(),
        }
      } finally {
        steps.push('entries ended')
      }
    }
    for await (const _ of createZip(endless())) break
    expect(steps).toEqual(['data ended', 'entries ended'])
  })

  it('has no entry outside its folder', async () => {
    await expect(archive(entries(['../a', []]))).rejects.toThrow('invalid relative path')
  })
})
