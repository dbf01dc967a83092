/** The engine, the vault, files, documents and a model that obeys, with one host that is approved and one that listens for secrets. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as bodyOf } from 'node:stream/consumers'
import { permissionsOf } from '#contract/core/access.ts'
import { UserId, type WorkflowId } from '#contract/core/primitives.ts'
import { hcpcsCode, parseCodesTsv } from '#nodes/lib/clinical/code-import.ts'
import { createCodeTable } from '#nodes/lib/clinical/code-table.ts'
import { cleanText } from '#nodes/lib/document/text-document.ts'
import { trialEmbed } from '#nodes/lib/retrieval/trial-embed.ts'
import type { CodesPort } from '#nodes/ports.ts'
import type { WorkFor } from '#nodes/work-for.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createCredential, keepCredential } from '#server/areas/accounts/credentials/credentials.ts'
import { createRefusedAccounts } from '#server/areas/accounts/credentials/refused-accounts.ts'
import { mayManageOwnAccount } from '#server/areas/accounts/users/users.policy.ts'
import { storeLent } from '#server/areas/connectors/account-slots/lent-accounts.store.ts'
import { createActionsPort } from '#server/areas/connectors/actions/actions-port.ts'
import { wholeApp } from '#server/areas/connectors/catalogue/app.ts'
import { insertBase } from '#server/areas/knowledge/bases/bases.store.ts'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import { createDocumentPort } from '#server/areas/runs/files/documents.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import {
  addFact,
  addMemory,
  findFacts,
  findMemoryOf,
  lockMemory,
  removeNumbered,
} from '#server/areas/runs/memories/memories.store.ts'
import { createMemoryPort } from '#server/areas/runs/memories/memory-port.ts'
import { createModelPort } from '#server/areas/workflows/models/model-port.ts'
import { assembleKnowledge } from '#server/compose/knowledge.ts'
import { assembleModels } from '#server/compose/models.ts'
import { createFileStore } from '#server/gateways/files.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createDocumentsPort } from '#server/runners/documents-port.ts'
import { createRunners } from '#server/runners/runners.ts'
import { createOwner, createTestEngine, noPorts, type TestEngine } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { createTestSecrets } from '#test/support/secrets.ts'
import type { TestDatabase } from '../database.ts'
import { neverDeleted } from '../files.ts'
import type { Canaries } from './secrets.ts'
import { SHOP, shopAt } from './shop.ts'
import { agentWithLentAccount } from './workflows.ts'

export interface Heard {
  method: string
  url: string
  body: string
}

interface Listener {
  /** `127.0.0.1:port` */
  host: string
  heard: Heard[]
  close(): void
}

async function listen(): Promise<Listener> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const { url = '', method = '', headers } = request
    heard.push({ method, url, body: await bodyOf(request) })
    const to = url.startsWith('/out?') ? new URL(url, 'http://x').searchParams.get('to') : null
    if (to) return response.writeHead(302, { location: encodeURI(to) }).end()
    // A careless service: it says what it was sent, the key among it.
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url, headers }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, heard, close: () => void server.close() }
}

export interface Stage {
  pool: Pool
  test: TestEngine
  peer: ModelPeer
  approved: Listener
  attacker: Listener
  /** Id of the credential whose secret is the vault's canary. */
  credential: string
  /** An agent of another seller that works with an account of the buyer, whose secret is the lent canary. */
  lent: { agent_id: string; agent_version_id: string; workflow_version_id: string }
  /** Id of a file of somebody else. */
  foreign: string
  knowledge: {
    /** A base of the owner, which runs choose. */
    chosen: string
    /** Another of the owner, which no run chooses: it holds a secret. */
    kept: string
    /** Puts a text in place of all that the chosen base has. */
    fill(text: string): Promise<void>
  }
  /** Puts these facts in place of all that an agent remembers of a person (the owner), as if it had kept them itself. */
  plant(workflow: string, facts: readonly string[], person?: string): Promise<void>
  /** Everything the server said of itself. */
  logs: string[]
  upload(name: string, bytes: Buffer): Promise<string>
  close(): Promise<void>
}

const tables = () => {
  const of = (file: string) => readFileSync(join(import.meta.dirname, `../../../src/server/seed/${file}`), 'utf8')
  return {
    icd10cm: createCodeTable(parseCodesTsv(of('icd10cm-starter.tsv')), 'starter', { system: 'icd10cm' }),
    hcpcs: createCodeTable(parseCodesTsv(of('hcpcs-starter.tsv'), hcpcsCode), 'starter', { system: 'hcpcs' }),
  }
}

export async function setStage({ pool, url }: { pool: Pool; url: string }, canaries: Canaries): Promise<Stage> {
  const [approved, attacker, peer] = await Promise.all([listen(), listen(), startModelPeer()])
  const db = createDatabase(pool)
  const dir = mkdtempSync(join(tmpdir(), 'chowk-canary-'))
  const logs: string[] = []
  const log = {
    info: (...said: unknown[]) => void logs.push(JSON.stringify(said)),
    warn: (...said: unknown[]) => void logs.push(JSON.stringify(said)),
    error: (...said: unknown[]) =>
      void logs.push(said.map((one) => (one instanceof Error ? one.stack : JSON.stringify(one))).join(' ')),
  }
  const runners = createRunners({ log })
  const store = createFileStore({ objects: createFolderObjects({ dir }), whileKept: neverDeleted })
  const files = createFilePort({ db, files: store })
  // The network would let the attacker be reached: what holds here is not the network.
  const allow = [approved.host, attacker.host]
  const secrets = createTestSecrets(db, files, { allow })
  const outbound = createOutbound({ allow })
  const model = {
    provider: 'custom',
    base_url: peer.url,
    model: 'obedient',
    api_key: null,
    input_price: null,
    output_price: null,
    country: null,
  }
  const models = assembleModels(
    { config: { model, outboundAllow: allow }, db, vault: secrets.vault, outbound },
    () => {},
  )
  const found = tables()
  const codes: CodesPort = { ...noPorts.codes, table: (system) => found[system].table(system) }
  const documents = createDocumentPort(db, createDocumentsPort({ files: store, runner: runners.documents }))
  const { http, sql, mail } = secrets
  const byTrial = (texts: readonly string[], { signal }: WorkFor) => trialEmbed(texts, signal)
  const knowledge = assembleKnowledge({
    ...{
      config: { outboundAllow: allow, knowledgeBytes: 128_000_000 },
      outbound,
      fileOutbound: outbound,
      vault: secrets.vault,
      db,
      files: store,
      models,
      askProof: false,
      log,
    },
    runners: { ...runners, embed: byTrial, embedAside: byTrial },
  })
  const { paperwork } = runners
  const ports = {
    ...noPorts,
    http,
    sql,
    mail,
    files,
    documents,
    paperwork,
    codes,
    embed: byTrial,
    model: createModelPort(models),
    knowledge: knowledge.port,
    memory: createMemoryPort(db),
    actions: createActionsPort({
      ...{ db, files, http, log },
      find: async (id) => (id === SHOP ? wholeApp(shopAt(approved.host)) : null),
      // No server of tools is on this stage.
      mcp: {} as never,
      // Nor a plugin.
      piece: {} as never,
      protocols: secrets.protocols,
      accounts: createRefusedAccounts(db, secrets.vault),
    }),
  }
  const test = await createTestEngine({ pool, url }, { ports, log })
  const id = UserId.parse(test.owner)
  const caller: Caller = {
    type: 'user',
    id,
    role: 'creator_admin',
    permissions: new Set(permissionsOf('creator_admin')),
    email: 'x@example.com',
    display_name: 'X',
    session_id: null,
  }
  const key = { type: 'bearer' as const, name: 'Shop', fields: { token: canaries.vault, hosts: approved.host } }
  const { id: credential } = await createCredential(db, secrets, mayManageOwnAccount(caller), key)
  const lent = await lendAccount({ pool, db }, secrets, { caller, canaries, host: approved.host })
  let written = 0
  const write = (user_id: string, name: string, bytes: Buffer) =>
    files.write({ name, mime: '', bytes }, { user_id }, `upload:${++written}`)
  const foreign = await write(await createOwner(pool), 'theirs.txt', Buffer.from(`Theirs: ${canaries.other}`))
  return {
    pool,
    test,
    peer,
    approved,
    attacker,
    credential,
    lent,
    foreign: foreign.file_id,
    knowledge: await layKnowledge(knowledge, { db, owner: id, secret: canaries.base }),
    plant: plantIn(db, id),
    logs,
    upload: async (name, bytes) => (await write(test.owner, name, bytes)).file_id,
    async close() {
      await test[Symbol.asyncDispose]()
      await runners.stop()
      secrets.close()
      outbound.close()
      for (const one of [approved, attacker]) one.close()
      await peer.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const plantIn =
  (db: Database, owner: UserId): Stage['plant'] =>
  async (workflow, facts, who = owner) => {
    const [of, person] = [workflow as WorkflowId, who as UserId]
    await addMemory(db, person, of)
    const memory = (await findMemoryOf(db, person, of))?.id
    if (!memory) throw new Error('A memory was not found after its insert')
    for (const { number } of (await findFacts(db, person, memory)) ?? []) await removeNumbered(db, memory, number)
    for (const fact of facts) {
      const number = (await lockMemory(db, memory)) ?? 0
      await addFact(db, memory, { number, fact, key: `planted ${number}`, execution_id: uuidv7() })
    }
  }

/** Two bases of the owner; the one that no run chooses has the secret in it. */
async function layKnowledge(
  { port, indexing }: ReturnType<typeof assembleKnowledge>,
  { db, owner, secret }: { db: Database; owner: UserId; secret: string },
): Promise<Stage['knowledge']> {
  const make = async (name: string): Promise<string> => {
    const fields = { name, description: '', language: 'en', chunk_chars: 1_000, overlap_chars: 0 }
    return (await insertBase(db, owner, fields, 10)) ?? ''
  }
  const [chosen, kept] = [await make('Chosen'), await make('Kept')]
  const who = { owner: { user_id: owner }, author: owner, version: null }
  let count = 0
  const put = async (base: string, text: string) => {
    const file = { name: 'letter.txt', mime: 'text/plain', bytes: Buffer.from(text) }
    await port.put({ base, file, metadata: {}, replace: true }, who, `put:${++count}`)
    await indexWaiting(indexing, new AbortController().signal)
  }
  await put(kept, `The code of the safe is ${secret}. How long a refund takes is written elsewhere.`)
  return { chosen, kept, fill: (text) => put(chosen, `A refund is told of in this letter.\n\n${cleanText(text)}`) }
}

/** What the buyer lent, and the agent that it is lent to. */
async function lendAccount(
  { pool, db }: { pool: Pool; db: Database },
  secrets: ReturnType<typeof createTestSecrets>,
  { caller, canaries, host }: { caller: Caller & { type: 'user' }; canaries: Canaries; host: string },
) {
  const asked = {
    ...{ slot: SHOP, app: SHOP, app_name: 'Shop', purpose: 'to find orders' },
    actions: [{ id: 'find_order', title: 'Find an order', effect: 'read' as const }],
    ...{ hosts: [host], scopes: [], effects: ['read' as const] },
  }
  const sale = { type: 'free' as const, accounts: [asked] }
  const agent = await insertAgent({ pool, db } as TestDatabase, agentWithLentAccount(canaries), sale)
  const account = await keepCredential(db, secrets, mayManageOwnAccount(caller), {
    ...{ type: 'app_account', connector: SHOP, name: 'Shop of the buyer', status: 'ready', shown: {}, hint: null },
    fields: {
      ...{ connector: SHOP, sign_in: 'key', base_url: `http://${host}`, hosts: host },
      placement: JSON.stringify({ headers: { authorization: 'Bearer {token}' } }),
      'field.token': canaries.lent,
    },
  })
  await storeLent(db, {
    ...{ user: caller.id, agent: agent.agent_id, slot: SHOP, credential: account.id, agreed: asked },
  })
  return agent
}
