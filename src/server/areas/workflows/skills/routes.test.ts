/** Skills as callers and agents meet them. The files of these tests were written for them. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour } from '#peers/model/behaviour.ts'
import { readZipEntries } from '#server/gateways/zip.ts'
import { createZip } from '#server/gateways/zip-writer.ts'
import type { Person, TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { type DraftAgent, openDraftAgent } from '#test/support/draft-agent.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { multipart } from '#test/support/multipart.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'

let scene: DraftAgent
let test: TestApp
let me: Person
let stranger: Person
beforeAll(async () => {
  scene = await openDraftAgent()
  ;({ test, me, stranger } = scene)
})
afterAll(() => scene[Symbol.asyncDispose]())

const PATH = '/api/v1/skills'
const front = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: How to do ${name}. Use it when a customer asks.\n${more}---\n`
const LETTERS = `${front('refund-letters')}\n# Refund letters\n\nFees are in references/fees.md.\n`

const zipOf = (files: Record<string, string | Buffer>): Promise<Buffer> => {
  async function* content(data: string | Buffer) {
    yield data
  }
  async function* entries() {
    for (const [name, data] of Object.entries(files)) yield { name, data: content(data) }
  }
  return buffer(Readable.from(createZip(entries())))
}
const upload = (name: string, content: Buffer | string, query = '', as = me) =>
  test.call('POST', `${PATH}/import${query}`, { as, ...multipart(name, Buffer.from(content)) })
const uploadZip = async (files: Record<string, string | Buffer>, query = '') =>
  upload('skill.zip', await zipOf(files), query)
const problem = ({ status, body }: Awaited<ReturnType<typeof upload>>) => [
  status,
  body.errors?.[0]?.code,
  body.errors?.[0]?.message,
]
const get = async (id: string) => (await test.call('GET', `${PATH}/${id}`, { as: me })).body.data
const names = async () =>
  (await test.call('GET', PATH, { as: me })).body.data.items.map(({ name }: { name: string }) => name)
const clear = async () => {
  await test.database.pool.query('delete from skills where owner_id = $1', [me.id])
  await test.database.pool.query('delete from skill_revisions where owner_id = $1', [me.id])
}
/** Names and contents of a stored archive, which are never compressed when they are short. */
const unzipped = (bytes: Buffer) => readZipEntries(bytes)?.map(({ name }) => name)

describe('a skill', () => {
  it('is imported with its files, told what won’t run, and exported again', async () => {
    await clear()
    const made = await uploadZip({
      'tax-notices/SKILL.md': `${front('tax-notices', 'license: Apache-2.0\nversion: "2.1"\nallowed-tools: Bash(git:*) Read\nmetadata:\n  author: Chowk\n')}\n# Notices\n`,
      'tax-notices/references/sections.md': '# Section 143(1)',
      'tax-notices/scripts/sum.py': 'print(1)',
      'tax-notices/assets/seal.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]),
      'tax-notices/.DS_Store': 'x',
    })
    expect([made.status, made.body.data.notes]).toEqual([
      201,
      [
        'Fields outside of the specification were moved to “metadata”: “version”.',
        '“allowed-tools” is kept, but gives no rights here: an agent can use only the tools you add to it.',
        'One script was kept, but it isn’t run here: agents can only read scripts. Give the agent a tool for what a script does.',
      ],
    ])
    const detail = await get(made.body.data.skill.id)
    expect(detail.text).toContain(
      '---\nname: tax-notices\ndescription: "How to do tax-notices. Use it when a customer asks."\n',
    )
    expect(detail.text).toContain(
      'license: "Apache-2.0"\nmetadata:\n  author: Chowk\n  version: "2.1"\nallowed-tools: "Bash(git:*) Read"\n---\n\n# Notices\n',
    )
    expect(detail.items).toEqual([
      { path: 'assets/seal.png', bytes: 8, kind: 'binary' },
      { path: 'references/sections.md', bytes: 16, kind: 'text' },
      { path: 'scripts/sum.py', bytes: 8, kind: 'script' },
    ])
    const file = await test.call('GET', `${PATH}/${detail.id}/file?path=references/sections.md`, { as: me })
    expect(file.body.data.text).toBe('# Section 143(1)')
    const headers = { authorization: `Bearer ${me.token}` }
    const { rawPayload: exported } = await test.app.inject({ url: `${PATH}/${detail.id}/export`, headers })
    expect(unzipped(exported)).toEqual([
      'tax-notices/SKILL.md',
      'tax-notices/assets/seal.png',
      'tax-notices/references/sections.md',
      'tax-notices/scripts/sum.py',
    ])
    const again = await upload('again.zip', exported, '?replace=yes')
    expect([again.status, (await get(detail.id)).text]).toEqual([201, detail.text])
  })

  it('is created, edited as it was looked at, and kept apart from others of its name', async () => {
    await clear()
    const made = await test.call('POST', PATH, { as: me, body: { text: LETTERS } })
    expect([made.status, made.body.data.name, made.body.data.items]).toEqual([201, 'refund-letters', []])
    const { id, revision_id } = made.body.data
    const same = await upload('SKILL.md', LETTERS)
    expect(problem(same)).toEqual([409, 'already_exists', 'You already have a skill “refund-letters”.'])
    const change = (body: object, as = me) => test.call('PUT', `${PATH}/${id}`, { as, body })
    const files = [{ path: 'references/fees.md', text: 'A refund is ₹700.' }]
    const changed = await change({ revision_id, files })
    expect(changed.body.data.items).toMatchObject([{ path: 'references/fees.md', kind: 'text' }])
    expect((await change({ revision_id, files })).body.errors[0].code).toBe('stale_details')
    const now = changed.body.data.revision_id
    for (const path of ['../x.md', '/etc/passwd', 'a//b', 'a\\b', 'SKILL.md', 'c:x', 'a/./b'])
      expect([path, (await change({ revision_id: now, files: [{ path, text: '' }] })).status]).toEqual([path, 400])
    await test.call('POST', PATH, { as: me, body: { text: front('other') } })
    const renamed = await change({ revision_id: now, text: front('other') })
    expect([renamed.status, renamed.body.errors[0].code]).toEqual([409, 'already_exists'])
    const removed = await change({ revision_id: now, text: front('letters'), remove: ['references/fees.md'] })
    expect([removed.body.data.name, removed.body.data.items]).toEqual(['letters', []])
    expect(await names()).toEqual(['letters', 'other'])
    expect((await change({ revision_id: now }, stranger)).status).toBe(404)
    expect((await test.call('GET', `${PATH}/${id}/export`, { as: stranger })).status).toBe(404)
  })

  it('refuses what is broken, hostile or too large, and keeps nothing of it', async () => {
    await clear()
    const bomb = Buffer.alloc(6_000_000, 'a')
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`x/${n}.md`, '-']))
    const cases: [string, Buffer | string, string][] = [
      ['ZIP bomb', await zipOf({ 'x/SKILL.md': front('x'), 'x/a.txt': bomb }), 'file_too_large'],
      ['many files', await zipOf({ 'x/SKILL.md': front('x'), ...many }), 'limit_reached'],
      ['a link', await linked(), 'file_unsupported'],
      ['no SKILL.md', await zipOf({ 'x/README.md': 'x' }), 'import_refused'],
      ['two skills', await zipOf({ 'x/SKILL.md': front('x'), 'y/SKILL.md': front('y') }), 'import_refused'],
      ['another folder', await zipOf({ 'y/SKILL.md': front('x') }), 'import_refused'],
      ['a file outside', await zipOf({ 'x/SKILL.md': front('x'), 'y/a.md': 'x' }), 'import_refused'],
      [
        'climbing',
        renamed(await zipOf({ 'x/SKILL.md': front('x'), 'x/aa/b.md': 'x' }), 'x/aa/b.md', 'x/../b.md'),
        'import_refused',
      ],
      [
        'absolute',
        renamed(await zipOf({ 'x/SKILL.md': front('x'), 'x/aa/b.md': 'x' }), 'x/aa/b.md', '/etc/b.md'),
        'import_refused',
      ],
      [
        'same path',
        renamed(await zipOf({ 'x/SKILL.md': front('x'), 'x/a.md': 'x', 'x/b.md': 'y' }), 'x/b.md', 'x/A.md'),
        'import_refused',
      ],
      ['damaged', (await zipOf({ 'x/SKILL.md': front('x') })).subarray(0, 60), 'file_broken'],
      ['1 MB', `${front('x')}${'a'.repeat(1_000_000)}`, 'import_refused'],
      ['Latin-1', Buffer.from(`${front('x')}caf\u00e9`, 'latin1'), 'import_refused'],
      ['UTF-16', Buffer.from(front('x'), 'utf16le'), 'import_refused'],
      ['empty', '', 'import_refused'],
      ['no front matter', '# Title', 'import_refused'],
      ['no name', '---\ndescription: x\n---\n', 'import_refused'],
      ['no description', '---\nname: x\n---\n', 'import_refused'],
      ['a list', '---\n- x\n---\n', 'import_refused'],
      ['upper case', front('Refunds'), 'import_refused'],
      ['two hyphens', front('a--b'), 'import_refused'],
      ['long name', front('a'.repeat(65)), 'import_refused'],
      ['long description', `---\nname: x\ndescription: ${'a'.repeat(1_025)}\n---\n`, 'import_refused'],
      ['long compatibility', front('x', `compatibility: ${'a'.repeat(501)}\n`), 'import_refused'],
      ['a name twice', front('x', 'name: y\n'), 'import_refused'],
      ['anchors', front('x', 'metadata:\n  a: &a [x, x]\n  b: [*a, *a]\n'), 'import_refused'],
      ['tags', front('x', 'license: !!js/function "x"\n'), 'import_refused'],
      ['a tag of its own', front('x', 'license: !secret x\n'), 'import_refused'],
      ['deep', front('x', `license: ${'['.repeat(5_000)}\n`), 'import_refused'],
      ['large front matter', front('x', `license: "${'a'.repeat(30_000)}"\n`), 'import_refused'],
    ]
    for (const [what, content, code] of cases) {
      const { status, body } = await upload('x.zip', content)
      expect([what, status < 500, body.errors?.[0]?.code]).toEqual([what, true, code])
    }
    expect(await names()).toEqual([])
    const { rows } = await test.database.pool.query('select 1 from skill_revisions where owner_id = $1', [me.id])
    expect(rows).toEqual([])
  })
})

/** An archive with other names of the same length. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  const bytes = Buffer.from(zip)
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at)
  return bytes
}

/** An archive whose last entry is a symbolic link, as Unix marks it. */
async function linked(): Promise<Buffer> {
  const zip = await zipOf({ 'x/SKILL.md': front('x'), 'x/keys': '/etc/passwd' })
  const entry = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  zip.writeUInt32LE(0xa1ff0000, entry + 38)
  return zip
}

describe('an agent with a skill', () => {
  const importFees = async (fee: string) => {
    const made = await uploadZip(
      { 'refund-letters/SKILL.md': LETTERS, 'refund-letters/references/fees.md': `A refund is ${fee}.` },
      '?replace=yes',
    )
    return made.body.data.skill
  }
  const read: Behaviour = { type: 'tools', calls: [{ name: 'read_skill', arguments: { skill: 'refund-letters' } }] }
  const fees = (path: string): Behaviour => ({
    type: 'tools',
    calls: [{ name: 'read_skill_file', arguments: { skill: 'refund-letters', path } }],
  })
  const prompt = (at: number) => scene.peer.asked[at]?.body.messages ?? []
  const said = (at: number) => String(prompt(at).at(-1)?.content)

  it('sees name and description, and reads the rest when it asks for it', async () => {
    await clear()
    const skill = await importFees('₹700')
    await scene.set({ skills: [skill.revision_id] })
    scene.peer.asked.length = 0
    scene.peer.behave(read, fees('references/fees.md'), fees('../../etc/passwd'), {
      type: 'answer',
      text: 'It is ₹700.',
    })
    const { text, run } = await scene.ask('What do I get back?')
    expect(text).toBe('It is ₹700.')
    const system = String(prompt(0)[0]?.content)
    expect(system).toContain('- refund-letters: How to do refund-letters. Use it when a customer asks.')
    expect(system).not.toContain('Fees are in')
    expect(scene.peer.asked[0]?.body.tools?.map((tool) => tool.function.name)).toEqual([
      'read_skill',
      'read_skill_file',
    ])
    expect(said(1)).toContain('# Refund letters')
    expect(said(1)).toContain('- references/fees.md')
    expect(said(2)).toBe('A refund is ₹700.')
    expect(said(3)).toBe('It failed: The skill has no file with this path.')
    const trace = (await test.call('GET', `/api/v1/executions/${run}/trace`, { as: me })).body.data.items
    expect(trace.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)).toEqual([
      'model house',
      'tool read_skill',
      'model house',
      'tool read_skill_file',
      'model house',
      'tool read_skill_file',
      'model house',
    ])
    const steps = (await test.call('GET', `/api/v1/executions/${run}`, { as: me })).body.data.nodes
    const { output } = steps.find(({ type }: { type: string }) => type === 'ai_agent')
    expect(output.calls.map(({ result }: { result: string }) => result)).toEqual([
      'Read the skill “refund-letters”.',
      'Read “references/fees.md” of the skill “refund-letters”.',
      'The skill has no file with this path.',
    ])
  })

  it('keeps the revision it names when the skill is edited and deleted, and no stranger reads it', async () => {
    await clear()
    const skill = await importFees('₹700')
    await scene.set({ skills: [skill.revision_id] })
    const edited = await importFees('₹900')
    expect(edited).toMatchObject({ id: skill.id, earlier: [skill.revision_id] })
    expect((await get(skill.id)).used_by).toMatchObject([{ id: scene.agent, newest: false }])
    const feesOf = async () => {
      scene.peer.asked.length = 0
      scene.peer.behave(fees('references/fees.md'), { type: 'answer', text: 'Done.' })
      await scene.ask('What do I get back?')
      return said(1)
    }
    expect(await feesOf()).toBe('A refund is ₹700.')
    await scene.set({ skills: [edited.revision_id] })
    expect((await get(skill.id)).used_by).toMatchObject([{ newest: true }])
    expect(await feesOf()).toBe('A refund is ₹900.')
    expect((await test.call('DELETE', `${PATH}/${skill.id}`, { as: stranger })).status).toBe(404)
    expect((await test.call('DELETE', `${PATH}/${skill.id}`, { as: me })).status).toBe(200)
    expect(await feesOf()).toBe('A refund is ₹900.')
    const document = (await test.call('GET', `/api/v1/workflows/${scene.agent}`, { as: me })).body.data.document
    const theirs = await test.call('POST', '/api/v1/workflows', { as: stranger, body: { name: 'Theirs', document } })
    const body = { workflow_id: theirs.body.data.id, wait_ms: 5_000, input: { message: 'What do I get back?' } }
    const run = await test.call('POST', '/api/v1/workflows/execute', { as: stranger, body })
    const { body: failed } = await test.call('GET', `/api/v1/executions/${run.body.data.execution_id}`, {
      as: stranger,
    })
    expect(failed.data).toMatchObject({ status: 'failed', error: { code: 'skill_not_found' } })
  })

  it('is reviewed with its skills, which stay with a version that was sold', async () => {
    await clear()
    await addCategories(test.database.pool, 'productivity')
    await giveSellerDetails(test.database.pool, me.id)
    const admin = await test.person('admin')
    const call = async (method: string, path: string, body?: object, as = me) =>
      (await test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })).body.data
    const skill = await importFees('₹700')
    const bot = { ...node('bot', 'ai_agent', { task: 'Help', skills: [skill.revision_id] }), disabled: true }
    const fields = [{ name: 'text', label: 'Your text', required: true }]
    const document = workflow(
      [node('ask', 'input_form', { fields }), bot, node('end', 'template', { text: '{{ $input.text }}' })],
      wires('ask > bot > end'),
    )
    const drawn = await call('POST', '/workflows', { name: 'Letters', document })
    const samples = [{ title: 'A greeting', input: { text: 'Namaste' } }]
    const about = { tagline: 'Writes', description: 'Writes.', category: 'productivity', samples }
    const agent = await call('POST', '/agents', { workflow_id: drawn.id, ...about })
    const ran = await call('POST', `/seller/agents/${agent.id}/samples/run`)
    const run = ran.samples[0].execution_id
    await until(async () => !/queued|running/.test((await test.engine.engine.result(run, 0)).status))
    await call('POST', `/seller/agents/${agent.id}/submit`, {})
    const { items } = await call('GET', '/agent-submissions', undefined, admin)
    const seen = await call('GET', `/agent-submissions/${items[0].id}`, undefined, admin)
    const file = { path: 'references/fees.md', text: 'A refund is ₹700.' }
    expect(seen.skills).toEqual([
      { name: 'refund-letters', text: expect.stringContaining('# Refund letters'), files: [file] },
    ])
    await call('DELETE', `/skills/${skill.id}`)
    const { rows } = await test.database.pool.query('select 1 from skill_revisions where id = $1', [skill.revision_id])
    expect(rows).toHaveLength(1)
  })
})
