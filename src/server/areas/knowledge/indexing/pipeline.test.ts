/** The pipeline under bad luck: killed half-way, files replaced meanwhile, two workers, and documents that cannot be read. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { KnowledgeDocument } from '#contract/knowledge/documents.ts'
import type { Embed } from '#nodes/runner-ports.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { embedByWords } from '#test/support/embed.ts'
import { pdf, rawDocx, wordParagraph, wordXml } from '#test/support/files.ts'
import { multipart } from '#test/support/multipart.ts'
import { indexWaiting } from './index-documents.ts'

const ALL = '/api/v1/knowledge'
const never = new AbortController().signal

let runners: Runners
let test: TestApp
let owner: Person
let base: string
beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({ embed: embedByWords, runners })
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})
beforeEach(async () => {
  owner = await test.person()
  base = await make(owner)
})

const make = async (as: Person): Promise<string> =>
  (await test.call('POST', ALL, { as, body: { name: 'Base', chunk_chars: 200, overlap_chars: 0 } })).body.data.id
const add = async (name: string, content: string | Buffer, to = base, as = owner): Promise<string> => {
  const answer = await test.call('POST', `${ALL}/${to}/documents`, { as, ...multipart(name, Buffer.from(content)) })
  expect(answer.status).toBe(201)
  return answer.body.data.items[0].id
}
const replace = (id: string, content: string) =>
  test.call('POST', `${ALL}/${base}/documents/${id}/file`, { as: owner, ...multipart('a.txt', Buffer.from(content)) })
const find = async (id: string): Promise<KnowledgeDocument | undefined> =>
  (await test.call('GET', `${ALL}/${base}/documents`, { as: owner })).body.data.items.find(
    (one: { id: string }) => one.id === id,
  )
const texts = async (query: string): Promise<string[]> =>
  (await test.call('POST', `${ALL}/${base}/search`, { as: owner, body: { query, limit: 20 } })).body.data.hits.map(
    ({ text }: { text: string }) => text,
  )
const letLeasesEnd = () =>
  test.database.pool.query(
    `update knowledge_documents set leased_until = now() - interval '1 s' where leased_until > now()`,
  )
const sentences = (word: string, count = 120) =>
  Array.from({ length: count }, (_, n) => `The ${word} number ${n} is kept in the long hall of the house.`).join('\n\n')

/** Embeds some texts and then fails as a process that dies. */
const dyingAfter = (batches: number): Embed => {
  let left = batches
  return async (given, work) => {
    if (left-- <= 0) throw new Error('killed')
    return embedByWords(given, work)
  }
}

describe('the pipeline', () => {
  it('continues where a killed worker stopped, and indexes every chunk once', async () => {
    const id = await add('a.txt', sentences('lamp'))
    await indexWaiting({ ...test.indexing, embed: dyingAfter(1) }, never)
    const half = await find(id)
    expect(half).toMatchObject({ state: 'embedding', searchable: false })
    expect(half?.progress).toBeGreaterThan(0.2)
    let asked = 0
    const counting: Embed = async (given, work) => {
      asked += given.length
      return embedByWords(given, work)
    }
    expect(await indexWaiting({ ...test.indexing, embed: counting }, never)).toBe(0)
    await letLeasesEnd()
    await indexWaiting({ ...test.indexing, embed: counting }, never)
    const whole = await find(id)
    expect(whole).toMatchObject({ state: 'ready', searchable: true })
    expect(asked).toBe((whole?.chunks ?? 0) - 32)
    expect(await texts('lamp number 77')).toHaveLength(20)
  })

  it('takes fewer chunks at a time after a failure, and gives up only where it gets no further', async () => {
    const id = await add('a.txt', sentences('lamp'))
    let most = 0
    /** Has time for four texts, once each time. */
    const busy = (): Embed => {
      let isFirst = true
      return async (given, work) => {
        most = given.length
        if (given.length > 4 || !isFirst) throw new Error('not in time')
        isFirst = false
        return embedByWords(given, work)
      }
    }
    for (let turn = 0; turn < 8; turn++) {
      await indexWaiting({ ...test.indexing, embed: busy() }, never)
      await letLeasesEnd()
    }
    const half = await find(id)
    expect([half?.state, most]).toEqual(['embedding', 4])
    expect(half?.progress).toBeGreaterThan(0.2)
    const failing: Embed = async () => {
      throw new Error('never in time')
    }
    for (let turn = 0; turn < 6; turn++) {
      await indexWaiting({ ...test.indexing, embed: failing }, never)
      await letLeasesEnd()
    }
    expect(await find(id)).toMatchObject({ state: 'failed', error: { code: 'index_failed' } })
  })

  it('never mixes versions when a file is replaced while it is indexed', async () => {
    const id = await add('a.txt', sentences('lamp'))
    let isReplaced = false
    const replacing: Embed = async (given, work) => {
      if (!isReplaced) {
        isReplaced = true
        await replace(id, sentences('chair'))
      }
      return embedByWords(given, work)
    }
    await indexWaiting({ ...test.indexing, embed: replacing }, never)
    expect(await find(id)).toMatchObject({ state: 'ready', version: 2 })
    const found = await texts('lamp chair number')
    expect(found.every((text) => text.includes('chair') && !text.includes('lamp'))).toBe(true)
    const { rows } = await test.database.pool.query(
      'select distinct index_id from knowledge_chunks where document_id = $1',
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  it('is not undone by a worker that was thought dead', async () => {
    const id = await add('a.txt', sentences('lamp', 30))
    let goOn = () => {}
    const frozen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const reached = Promise.withResolvers<void>()
    const slow: Embed = async (given, work) => {
      reached.resolve()
      await frozen
      return embedByWords(given, work)
    }
    const first = indexWaiting({ ...test.indexing, embed: slow }, never)
    await reached.promise
    await letLeasesEnd()
    await indexWaiting(test.indexing, never)
    await replace(id, 'Nothing but a sofa.')
    goOn()
    await first
    await indexWaiting(test.indexing, never)
    expect([(await find(id))?.version, await texts('sofa lamp')]).toEqual([2, ['Nothing but a sofa.']])
  })

  it('survives the deletion of a document and of a base while they are indexed', async () => {
    const id = await add('a.txt', sentences('lamp', 30))
    const deleting: Embed = async (given, work) => {
      await test.call('DELETE', `${ALL}/${base}/documents/${id}`, { as: owner })
      return embedByWords(given, work)
    }
    await indexWaiting({ ...test.indexing, embed: deleting }, never)
    expect(await texts('lamp')).toEqual([])
    await add('b.txt', sentences('lamp', 30))
    const emptying: Embed = async (given, work) => {
      await test.call('DELETE', `${ALL}/${base}`, { as: owner })
      return embedByWords(given, work)
    }
    await indexWaiting({ ...test.indexing, embed: emptying }, never)
    const { rows } = await test.database.pool.query(
      'select from knowledge_chunks c join knowledge_documents d on d.id = c.document_id where d.base_id = $1',
      [base],
    )
    expect(rows).toEqual([])
  })

  it('takes turns between owners', async () => {
    const other = await test.person()
    const theirs = await make(other)
    for (let n = 0; n < 4; n++) await add(`${n}.txt`, `Lamp ${n}`)
    await add('their.txt', 'Chair', theirs, other)
    const order: string[] = []
    const isTheirTurn = Promise.withResolvers<void>()
    /** The owner who was first keeps all lanes that they get, until the other one has one. */
    const noting: Embed = async (given, work) => {
      order.push(work.owner)
      if (work.owner === `user:${other.id}`) isTheirTurn.resolve()
      await isTheirTurn.promise
      return embedByWords(given, work)
    }
    await indexWaiting({ ...test.indexing, embed: noting }, never)
    expect(order.slice(0, 3)).toContain(`user:${other.id}`)
    expect(order).toHaveLength(5)
  })

  it('says why a document cannot be read, and reads the others', async () => {
    const rows = `name,amount\n${Array.from({ length: 60_000 }, (_, n) => `Row ${n},${n}`).join('\n')}`
    const bad = {
      locked: await add(
        'locked.pdf',
        await pdf((page) => page.text('secret'), { userPassword: 'x', pdfVersion: '1.7' }),
      ),
      bomb: await add(
        'bomb.docx',
        rawDocx(wordXml(wordParagraph('x')), [{ name: 'word/media/a.bin', data: Buffer.alloc(200_000_000) }]),
      ),
      rows: await add('rows.csv', rows),
      empty: await add('empty.txt', ' \n '.padEnd(50)),
    }
    const good = {
      table: await add('prices.csv', 'name,price\nLamp,20\nChair,45'),
      page: await add(
        'page.html',
        '<html><body><h1>Prices</h1><p>A <b>sofa</b> costs 300.</p><script>alert(1)</script></body></html>',
      ),
      half: await add('half.pdf', await pdf((page) => page.text('A rug costs 90.').addPage())),
    }
    await indexWaiting(test.indexing, never)
    const errors = Object.fromEntries(
      await Promise.all(Object.entries(bad).map(async ([name, id]) => [name, (await find(id))?.error?.code] as const)),
    )
    expect(errors).toEqual({
      locked: 'file_encrypted',
      bomb: 'file_too_large',
      rows: 'document_too_long',
      empty: 'document_empty',
    })
    for (const id of Object.values(good)) expect(await find(id)).toMatchObject({ state: 'ready' })
    expect(await find(good.half)).toMatchObject({ pages: 2, unread_pages: 1 })
    expect((await texts('price of the chair'))[0]).toContain('name: Chair; price: 45')
    expect((await texts('sofa'))[0]).not.toContain('alert')
    const again = await test.call('POST', `${ALL}/${base}/index`, { as: owner, body: { documents: 'failed' } })
    expect(again.body.data).toEqual({ queued: 4 })
    expect(await find(bad.locked)).toMatchObject({ state: 'queued', error: null })
  })
})
