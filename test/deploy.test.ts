/** What ships for Prometheus and Grafana: it names metrics that exist, and its alerts fire. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { measureProcess, processRegistry } from '#server/platform/metrics/meters.ts'
import { createTestApp, METRICS_TOKEN, type TestApp } from './support/app.ts'

const DEPLOY = join(import.meta.dirname, '../deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const PROMTOOL = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find(existsSync)

/** Parts of a histogram count as the histogram. */
const baseOf = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')
const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:chowk|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => baseOf(name))),
]
/** Label → what values it is compared with. */
const labelsIn = (expression: string): [metric: string, label: string][] =>
  [...expression.matchAll(/\b((?:chowk|nodejs|process)_[a-z0-9_]+)\{([^}]*)\}/g)].flatMap(
    ([, metric = '', inside = '']) =>
      [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']): [string, string] => [
        baseOf(metric),
        label,
      ]),
  )

let test: TestApp
let help: Map<string, string>
/** Of each metric, as it is registered or as it is scraped. */
let labels: Map<string, Set<string>>
beforeAll(async () => {
  measureProcess()
  test = await createTestApp()
  await test.database.pool.query(
    `insert into installation (secret_fingerprint, vault_key_id, backed_up_at) values ('x', 'x', now())`,
  )
  await test.database.pool.query(
    `insert into backups (id, begun_at, ended_at, status) values (gen_random_uuid(), now(), now(), 'succeeded')`,
  )
  const { body } = await test.call('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  help = new Map([...String(body).matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name = '', text = '']) => [name, text]))
  labels = new Map(processRegistry.getMetricsAsArray().map((metric) => [metric.name, new Set(labelNamesOf(metric))]))
  for (const [metric, label] of labelsIn(String(body))) labels.set(metric, (labels.get(metric) ?? new Set()).add(label))
})
afterAll(() => test.close())

/** Prometheus' client keeps them, but its types do not say so. */
const labelNamesOf = (metric: object): readonly string[] =>
  'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : []

/** Set by Prometheus itself. */
const TARGET_LABELS = ['job', 'instance', 'le']

describe('alert rules and the dashboard', () => {
  const files = ['prometheus/alerts.yaml', 'prometheus/alerts.test.yaml', 'grafana/chowk.json'] as const

  it.each(files)('%s names metrics that exist', (file) => {
    const named = namesIn(read(file))
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !help.has(name))).toEqual([])
  })

  it.each(files)('%s names labels that these metrics have', (file) => {
    const known = ([metric, label]: readonly [string, string]) =>
      TARGET_LABELS.includes(label) || labels.get(metric)?.has(label)
    expect(labelsIn(read(file)).filter((named) => !known(named))).toEqual([])
  })

  it('scale workers in the chart by a metric that exists', () => {
    const { worker } = parse(read('helm/chowk/values.yaml'))
    expect(help.has(worker.autoscaling.metric)).toBe(true)
  })

  it('say in the dashboard of each metric of ours what there is to see', () => {
    const shown = new Set([...namesIn(read('grafana/chowk.json')), ...namesIn(read('prometheus/alerts.yaml'))])
    const ours = [...help.keys()].filter((name) => name.startsWith('chowk_'))
    expect(ours.length).toBeGreaterThan(25)
    expect(ours.filter((name) => !shown.has(name))).toEqual([])
  })

  it('follow the conventions of names', () => {
    const ours = [...help].filter(([name]) => name.startsWith('chowk_'))
    expect(ours.filter(([name]) => !/^chowk_[a-z]+(?:_[a-z]+)*$/.test(name))).toEqual([])
    expect(ours.filter(([, text]) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  })

  it('provoke each alert once', () => {
    const alerts = [...read('prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const provoked = [...read('prometheus/alerts.test.yaml').matchAll(/- name: (\w+)/g)].map(([, name]) => name)
    expect(alerts.length).toBeGreaterThan(15)
    expect(provoked).toEqual(alerts)
  })

  it('is a dashboard that Grafana reads', () => {
    const { panels, templating } = JSON.parse(read('grafana/chowk.json'))
    expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
    expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length)
  })

  // Debian's package `prometheus` has it.
  it.runIf(PROMTOOL)('are valid to Prometheus, and fire as their tests say', () => {
    const run = (...args: string[]) =>
      execFileSync(PROMTOOL ?? '', args, { cwd: join(DEPLOY, 'prometheus'), encoding: 'utf8' })
    expect(run('check', 'rules', 'alerts.yaml')).toContain('SUCCESS')
    expect(run('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
  })
})
