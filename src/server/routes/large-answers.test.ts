/** Answers of many million characters: nobody else waits for them, and they say what they said before. */
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FileText } from '#contract/files.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { longestTurnDuring } from '#test/support/busy.ts'
import { rawPdf } from '#test/support/files.ts'

let test: TestApp
let runners: Runners
beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({ documents: runners.documents })
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

/** Forty pages that share their 4,000 words: 18 KB, and a text of 13 million characters. */
function wordyPdf(): Buffer {
  let content = 'BT /F1 3 Tf\n'
  for (let at = 0; at < 4_000; at++)
    content += `1 0 0 1 ${(at % 40) * 25} ${1000 - Math.floor(at / 40) * 5} Tm (w${at}) Tj\n`
  const packed = deflateSync(`${content}ET`).toString('latin1')
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1000 1000] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>'
  const pages = Array.from({ length: 40 }, () => page)
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${at + 5} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
    ...pages,
  ])
}

it('reads the text of a wordy document without keeping others waiting', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(wordyPdf())], { type: 'application/pdf' }), 'a.pdf')
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  const uploaded = await (await fetch(`${address}/api/v1/files`, { method: 'POST', body: form })).json()
  const url = `${address}/api/v1/files/${(uploaded as { data: { id: string } }).data.id}/text`
  const chunks: Uint8Array[] = []
  // The first time it is made, the second time it is kept.
  for (const _ of ['made', 'kept']) {
    chunks.length = 0
    const longest = await longestTurnDuring(async () => {
      const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk)
    })
    expect(longest).toBeLessThan(60)
  }
  const { data, status } = JSON.parse(Buffer.concat(chunks).toString())
  expect(FileText.parse(data).items).toHaveLength(160_000)
  expect(status).toMatchObject({ code: 200, result: 'success' })
}, 60_000)
