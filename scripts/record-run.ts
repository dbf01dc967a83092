/**
 * Records the run that the home page replays: starts the product on an empty data folder, has the ICD-10-CM coder read its own
 * sample as a visitor would, and writes what it answered, with the times of the run's journal, to the home page's asset. It is the
 * first run after a start, so nothing is warm. Run after a change of the agent: `node scripts/run.mjs scripts/record-run.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AgentDetail } from '#contract/agents/agents.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { codesView } from '#findings/codes-view.ts'
import { findingsOf } from '#findings/finding.ts'
import { readResult } from '#findings/result.ts'
import { call, startProgram, temporaryFolder } from '#test/support/program.ts'
import type { RecordedStep, Recording } from '#web/features/platform/home/recording.ts'
import { root } from './processes.ts'

const AGENT = 'icd10-coder'
const TO = join(root, 'src/web/features/platform/home/recorded-run.json')

async function upload(url: string, file: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([readFileSync(file)]), basename(file))
  const answer = await fetch(`${url}/api/v1/files`, { method: 'POST', body: form })
  const { data } = (await answer.json()) as { data: { id: string } }
  return data.id
}

async function runSample(url: string, agent: AgentDetail): Promise<Execution> {
  const sample = agent.version?.samples.find((one) => one.file !== null)
  if (!sample?.file) throw new Error(`${AGENT} has no sample with a document`)
  const file_id = await upload(url, join(root, 'src/web/public', sample.file.url))
  const input = { ...sample.input, [sample.file.field]: { file_id } }
  const started = await call(url, 'POST', '/api/v1/workflows/execute', {
    body: { agent_id: AGENT, input, wait_ms: 25_000 },
  })
  const { execution_id, access_token } = started.data
  const { data } = await call(url, 'GET', `/api/v1/executions/${execution_id}`, {
    headers: { 'x-run-token': access_token },
  })
  if (data.status !== 'succeeded') throw new Error(`The run ended ${data.status}`)
  return data
}

/** Lines of the page that are one sentence flow again, as the words will have another width. No offset changes. */
const flowing = (text: string): string => text.replace(/(?<=[^\n]{69,}[^\n.:])\n(?=[^\n])/g, ' ')

/** What each kind of step brings into sight. */
const SHOWS: Readonly<Record<string, RecordedStep['shows']>> = {
  read_document: 'text',
  recognise_entities: 'marks',
  code_diagnoses: 'codes',
}

const took = (from: string | null, to: string | null): number =>
  from === null || to === null ? 0 : Date.parse(to) - Date.parse(from)

function recordingOf(agent: AgentDetail, run: Execution): Recording {
  const result = readResult(run.output, run.view, run.disclaimer)
  const sections = codesView(result).flatMap((tab) => tab.sections)
  const billable = new Set(sections[0]?.findings.map(({ id }) => id))
  return {
    agent: { slug: agent.slug, name: agent.name, version: agent.version?.number ?? 0 },
    recorded_on: run.created_at.slice(0, 10),
    document: result.document?.name ?? 'Document',
    text: flowing(result.text ?? ''),
    steps: run.nodes.map((node) => ({
      title: node.title,
      ms: took(node.started_at, node.finished_at),
      shows: SHOWS[node.type ?? ''] ?? null,
    })),
    findings: codesView(result)
      .flatMap(findingsOf)
      .map(({ id, label, title, badges, places }) => ({
        code: label,
        description: title ?? '',
        assertion: badges[0]?.text ?? '',
        billable: billable.has(id),
        places: places.map(({ start, end }) => [start, end] as const),
      })),
    notice: result.notice,
  }
}

const folder = temporaryFolder()
const program = await startProgram({ DATA_DIR: folder.path, ADMIN_PASSWORD: 'recording-only-1' })
try {
  const { data: agent } = await call(program.url, 'GET', `/api/v1/agents/${AGENT}`)
  const recording = recordingOf(agent, await runSample(program.url, agent))
  writeFileSync(TO, `${JSON.stringify(recording)}\n`)
  const total = recording.steps.reduce((sum, { ms }) => sum + ms, 0)
  console.log(`${recording.findings.length} codes in ${total} ms: ${TO}`)
} finally {
  await program.end('SIGTERM')
  folder.remove()
}
