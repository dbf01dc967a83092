/** Models, MCP servers, imported apps and skills: what several workflows name moves only when nothing that stays uses it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferPreview } from '#contract/accounts/transfers.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { type Place, type Stage, setTransferStage } from '#test/support/transfers.ts'

let test: TestApp
let stage: Stage
beforeAll(async () => {
  test = await createTestApp()
  stage = await setTransferStage(test)
})
afterAll(() => test.close())

const thing = (kind: string, id: string) => ({ kind, id })
const ask = (path: string, things: object[], more: object = {}) =>
  stage.call('POST', path, stage.both, stage.from, { things, to: stage.to.slug, ...more })
const offer = (things: object[], more: object = {}) => ask('/transfers', things, more)
const preview = async (things: object[]): Promise<TransferPreview> => {
  const { status, body } = await ask('/transfers/preview', things)
  expect([status, body.errors]).toEqual([200, undefined])
  return body.data
}
const ownerOf = async (table: string, id: string): Promise<string> =>
  (await stage.sql(`select owner_id from ${table} where id = $1`, [id])).rows[0]?.owner_id ?? ''

describe('moving what several workflows share', () => {
  /** A model with a key, a skill, an app and an MCP server with an account at it, in two workflows. */
  async function share(word: string) {
    const { call, builder, from, sql } = stage
    const made = async (path: string, body: object): Promise<string> => {
      const answer = await call('POST', path, builder, from, body)
      expect([path, answer.status, answer.body.errors]).toEqual([path, 201, undefined])
      return (answer.body.data.credential ?? answer.body.data).id
    }
    const model = await made('/models', {
      ...{ name: `Model ${word}`, provider: 'custom', base_url: 'https://models.example.com/v1', model: 'small' },
      api_key: 'sk-of-the-first-workspace',
    })
    const skill = await made('/skills', {
      text: `---\nname: skill-${word}\ndescription: How to write.\n---\n\nBriefly.\n`,
    })
    const credential = await made('/credentials', {
      ...{ type: 'bearer', name: `At ${word}`, fields: { token: 'a secret', hosts: 'mcp.example.com' } },
    })
    const one = async (text: string, values: unknown[]): Promise<string> => (await sql(text, values)).rows[0]?.id ?? ''
    const mcp_server = await one(
      `insert into mcp_servers (owner_id, name, url, sign_in, credential_id)
       values ($1, $2, 'https://mcp.example.com', 'headers', $3) returning id`,
      [from.id, `Server ${word}`, credential],
    )
    const imported_app = await one(
      `insert into imported_apps (owner_id, name, head, manifest, actions) values ($1, $2, '{}', '{}', 1) returning id`,
      [from.id, `App ${word}`],
    )
    const revision = await one('select id from skill_revisions where skill_id = $1', [skill])
    const document = workflow(
      [node('start', 'manual_trigger'), set('done', { model, mcp_server, imported_app, revision })],
      wires('start > done'),
    )
    const workflows = [
      await made('/workflows', { name: `First ${word}`, document }),
      await made('/workflows', { name: `Second ${word}`, document }),
    ]
    const things = Object.entries({ imported_app, mcp_server, model, skill }).map(([kind, id]) => thing(kind, id))
    return { model, skill, credential, mcp_server, imported_app, revision, workflows, things }
  }

  it('offers it with the workflow, and refuses it, by name, while something that stays uses it', async () => {
    const { workflows, things } = await share('shared')
    const [first = '', second = ''] = workflows
    const found = await preview([thing('workflow', first)])
    expect(found.choices.map(({ kind, id }) => thing(kind, id))).toEqual(things)
    expect(found.refusals).toEqual([])
    const along = await preview([thing('workflow', first), ...things])
    expect(along.refusals.map(({ code, name }) => [code, name])).toEqual([
      ['still_used', 'App shared'],
      ['still_used', 'Model shared'],
      ['still_used', 'Server shared'],
      ['still_used', 'skill-shared'],
    ])
    expect(along.left_without).toEqual([{ kind: 'workflow', id: second, name: 'Second shared' }])
    const all = [first, second].map((id) => thing('workflow', id))
    expect((await preview([...all, ...things])).refusals).toEqual([])
  })

  it('moves it with its revisions and its key, and leaves the account at a server that was not chosen', async () => {
    const { workflows, things, ...ids } = await share('along')
    const all = [...workflows.map((id) => thing('workflow', id)), ...things]
    expect((await preview(all)).choices).toEqual([{ kind: 'credential', id: ids.credential, name: 'At along' }])
    const refused = await offer(all)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'move_secrets'])
    expect((await offer(all, { move_secrets: true })).body.data).toMatchObject({ status: 'done' })
    const tables = {
      models: ids.model,
      skills: ids.skill,
      mcp_servers: ids.mcp_server,
      imported_apps: ids.imported_app,
    }
    for (const [table, id] of [...Object.entries(tables), ['skill_revisions', ids.revision] as const])
      expect([table, await ownerOf(table, id)]).toEqual([table, stage.to.id])
    const { rows } = await stage.sql('select * from models where id = $1', [ids.model])
    const sealed = { ...rows[0], owner_id: stage.to.id, type: 'openai_compatible', status: 'ready' }
    expect(test.secrets.vault.read(sealed as never).fields).toEqual({ api_key: 'sk-of-the-first-workspace' })
    const server = await stage.sql('select credential_id from mcp_servers where id = $1', [ids.mcp_server])
    expect([server.rows, await ownerOf('credentials', ids.credential)]).toEqual([
      [{ credential_id: null }],
      stage.from.id,
    ])
    const listed = async (as: Person, place: Place) =>
      (await stage.call('GET', '/skills', as, place)).body.data.items.map(({ id }: { id: string }) => id)
    expect(await listed(stage.taker, stage.to)).toContain(ids.skill)
    expect(await listed(stage.builder, stage.from)).not.toContain(ids.skill)
  })

  it('is refused where the other workspace has a skill of that name, and for a model that is a default', async () => {
    const { model, skill, workflows } = await share('taken')
    await stage.sql('delete from workflows where id = any($1)', [workflows])
    const text = '---\nname: skill-taken\ndescription: Another one.\n---\n\nOther.\n'
    expect((await stage.call('POST', '/skills', stage.taker, stage.to, { text })).status).toBe(201)
    await stage.sql('insert into model_settings (owner_id, default_model) values ($1, $2)', [stage.from.id, model])
    const found = await preview([thing('model', model), thing('skill', skill)])
    await stage.sql('delete from model_settings where owner_id = $1', [stage.from.id])
    expect(found.refusals.map(({ code, name }) => [code, name])).toEqual([
      ['name_taken', 'skill-taken'],
      ['still_used', 'Model taken'],
    ])
  })
})
