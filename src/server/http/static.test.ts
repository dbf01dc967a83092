import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { serveWeb } from './static.ts'

const root = mkdtempSync(join(tmpdir(), 'chowk-static-'))
afterAll(() => rmSync(root, { recursive: true }))

it("gives every page the installation's name, as text whatever it holds", async () => {
  writeFileSync(join(root, 'index.html'), '<meta name="brand" content="Chowk" /><title>Chowk</title><main></main>')
  const app = Fastify()
  await serveWeb(app, root, 'Asha & "Sons" <script>$& $1')
  const name = 'Asha &amp; &quot;Sons&quot; &lt;script&gt;$&amp; $1'
  const answer = await app.inject({ url: '/marketplace', headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(`<meta name="brand" content="${name}" /><title>${name}</title><main></main>`)
  await app.close()
})
