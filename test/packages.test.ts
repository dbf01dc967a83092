/** What ships besides the program: the compose file, the Helm chart and the systemd units name things that exist. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Schema, Validator } from '@cfworker/json-schema'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig } from '#server/config.ts'
import { Environment } from '#server/environment.ts'
import { versionOf } from '../scripts/built.ts'
import { releasedSources } from '../scripts/released.ts'
import { temporaryFolder } from './support/program.ts'

const root = join(import.meta.dirname, '..')
const DEPLOY = join(root, 'deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const found = (...names: string[]) => names.find(existsSync)
/** Debian's `systemd` has the one. Put the other into /usr/local/bin, or name it here: `campaigns/chart.ts` does. */
const SYSTEMD = found('/usr/bin/systemd-analyze')
const HELM = process.env.HELM ?? found('/usr/local/bin/helm', '/usr/bin/helm')

const unknownVariables = (names: readonly string[]): string[] =>
  names.map((name) => name.replace(/_FILE$/, '')).filter((name) => !(name in Environment.shape))

type Names = string | { source: string }
const nameOf = (one: Names): string => (typeof one === 'string' ? one : one.source)

interface Service {
  image: string
  environment?: Record<string, string>
  secrets?: Names[]
  configs?: Names[]
  volumes?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  healthcheck?: object
  profiles?: string[]
}
interface Compose {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  configs: Record<string, { file: string }>
  volumes: Record<string, null>
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as Compose
  const services = Object.values(compose.services)
  const chowks = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('chowk:'))

  it('uses each secret, file and volume that it has, and has each that it uses', () => {
    const used = (of: (service: Service) => string[]) => [...new Set(services.flatMap(of))].sort()
    expect(used(({ secrets = [] }) => secrets.map(nameOf))).toEqual(Object.keys(compose.secrets).sort())
    expect(used(({ configs = [] }) => configs.map(nameOf))).toEqual(Object.keys(compose.configs).sort())
    expect(used(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))).toEqual(
      Object.keys(compose.volumes).sort(),
    )
    const files = Object.values(compose.configs).map(({ file }) => file)
    expect(files.filter((file) => !existsSync(join(DEPLOY, file)))).toEqual([])
  })

  it('gets every secret from secrets.sh, and no release gets one', () => {
    const made = [...read('secrets.sh').matchAll(/^make (\w+)/gm)].map(([, name]) => `secrets/${name}`)
    expect(made.sort()).toEqual(
      Object.values(compose.secrets)
        .map(({ file }) => file)
        .sort(),
    )
    expect(releasedSources(root).filter((file) => /^deploy\/(secrets\/|\.env)/.test(file))).toEqual([])
    expect(readFileSync(join(root, '.dockerignore'), 'utf8')).toMatch(/^deploy\/secrets$/m)
  })

  it('sets variables that Chowk reads, and reads secrets from files that it mounts', () => {
    expect(chowks.map(([name]) => name)).toEqual(['web', 'worker-1', 'worker-2', 'chowk'])
    for (const [, { environment = {}, secrets = [] }] of chowks) {
      expect(unknownVariables(Object.keys(environment))).toEqual([])
      const named = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
      expect(named.map(([, path]) => path.replace('/run/secrets/', '')).sort()).toEqual(secrets.map(nameOf).sort())
    }
  })

  it('starts with what secrets.sh makes, which keeps it when it runs again', () => {
    const { path, remove } = temporaryFolder()
    copyFileSync(join(DEPLOY, 'secrets.sh'), join(path, 'secrets.sh'))
    const make = () => execFileSync('sh', ['secrets.sh'], { cwd: path, encoding: 'utf8' })
    expect(make().split('\n').filter(Boolean)).toHaveLength(Object.keys(compose.secrets).length)
    expect(make()).toBe('')
    for (const [name, { environment = {} }] of chowks) {
      const DATA_DIR = join(path, name)
      mkdirSync(DATA_DIR)
      const given = Object.entries(environment).map(([variable, value]) => [
        variable,
        value.replace('/run/secrets', join(path, 'secrets')).replace(/\$\{\w+:-(.*)\}/, '$1'),
      ])
      const config = loadConfig({ NODE_ENV: 'production', ...Object.fromEntries(given), DATA_DIR })
      expect(config).toMatchObject({ storage: { kind: 's3', bucket: 'chowk' }, role: environment.ROLE ?? 'all' })
      // Its keys are those of the secrets: none is made in the folder.
      expect(readdirSync(DATA_DIR)).toEqual([])
    }
    remove()
  })

  it('waits for healthy services only where they have a health check', () => {
    for (const { depends_on = {} } of services)
      for (const [name, condition] of Object.entries(depends_on).map(([name, on]) =>
        typeof on === 'string' ? [on, 'service_started'] : [name, on.condition],
      )) {
        expect(Object.keys(compose.services)).toContain(name)
        if (condition === 'service_healthy') expect(compose.services[name as string]?.healthcheck).toBeDefined()
      }
  })

  it('is what Prometheus scrapes', () => {
    const { scrape_configs } = parse(read('prometheus/prometheus.yaml'))
    const running = chowks.filter(([, { profiles }]) => profiles === undefined)
    expect(scrape_configs[0].static_configs[0].targets).toEqual(
      running.map(([name, { environment }]) => `${name}:${environment?.ROLE === 'web' ? 3000 : 3001}`),
    )
  })
})

interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: manifests of Kubernetes have many shapes
  spec: any
}

describe('the Helm chart', () => {
  const chart = join(DEPLOY, 'helm/chowk')
  const values = parse(read('helm/chowk/values.yaml'))
  const schema = new Validator(JSON.parse(read('helm/chowk/values.schema.json')) as Schema, '7')

  it('is of this version', () => {
    const { version, appVersion } = parse(read('helm/chowk/Chart.yaml'))
    expect([version, appVersion]).toEqual([versionOf(root), versionOf(root)])
  })

  it('accepts its own values once there is an address, and refuses misspelt ones', () => {
    expect(schema.validate(values).valid).toBe(false)
    const ready = { ...values, publicUrl: 'https://agents.example.in' }
    expect(schema.validate(ready).valid).toBe(true)
    expect(schema.validate({ ...ready, woker: {} }).valid).toBe(false)
    expect(schema.validate({ ...ready, secret: { name: 'chowk', keys: ['SECRET'] } }).valid).toBe(false)
    expect(schema.validate({ ...ready, ingress: { ...values.ingress, enabled: true } }).valid).toBe(false)
  })

  it('names variables that Chowk reads', () => {
    expect(unknownVariables(values.secret.keys)).toEqual([])
  })

  const ALL = [
    ...['publicUrl=https://a.example', 'ingress.enabled=true', 'ingress.host=a.example', 'ingress.tlsSecret=tls'],
    ...[
      'worker.autoscaling.enabled=true',
      'networkPolicy.enabled=true',
      'podMonitor.enabled=true',
      'env.BRAND_NAME=Asha',
    ],
  ].flatMap((value) => ['--set', value])

  it.runIf(HELM)('is rendered by Helm into what belongs together', () => {
    const helm = (...args: string[]) => execFileSync(HELM ?? '', args, { cwd: chart, encoding: 'utf8' })
    expect(helm('lint', '--strict', '.', ...ALL)).toContain('0 chart(s) failed')
    const text = helm('template', 'a-release-with-quite-a-long-name', '.', '--is-upgrade', ...ALL)
    const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest)
    const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([
      ...[
        'Deployment',
        'Deployment',
        'HorizontalPodAutoscaler',
        'Ingress',
        'Job',
        'NetworkPolicy',
        'PodDisruptionBudget',
      ],
      ...['PodDisruptionBudget', 'PodMonitor', 'Service'],
    ])
    for (const { spec, metadata } of of('Deployment')) {
      const { labels } = spec.template.metadata
      const [container] = spec.template.spec.containers
      expect(labels).toMatchObject(spec.selector.matchLabels)
      expect(unknownVariables(container.env.map(({ name }: { name: string }) => name))).toEqual([])
      // A pod's name has two more parts, and is its EXECUTOR_ID.
      expect(`${metadata.name}-0123456789-abcde`.length).toBeLessThanOrEqual(60)
      const mounted = spec.template.spec.volumes.map(({ name }: { name: string }) => name)
      expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(mounted)
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true })
    }
    const [service, ingress, hpa, job] = ['Service', 'Ingress', 'HorizontalPodAutoscaler', 'Job'].map(
      (kind) => of(kind)[0],
    )
    const [web, worker] = ['web', 'worker'].map((role) =>
      of('Deployment').find(({ metadata }) => metadata.name.endsWith(role)),
    )
    expect(web?.spec.template.metadata.labels).toMatchObject(service?.spec.selector)
    expect(web?.spec.template.spec.containers[0].ports[0].name).toBe(service?.spec.ports[0].targetPort)
    expect(ingress?.spec.rules[0].http.paths[0].backend.service.name).toBe(service?.metadata.name)
    expect(hpa?.spec.scaleTargetRef.name).toBe(worker?.metadata.name)
    expect(worker?.spec.replicas).toBeUndefined()
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-upgrade')
    expect(job?.spec.template.spec.containers[0].args).toEqual(['chowk', 'migrate'])
  })
})

describe('the systemd units', () => {
  const units = readdirSync(join(DEPLOY, 'systemd'))

  it.each(units)('%s sets variables that Chowk reads, and starts what a release has', (unit) => {
    const text = read(`systemd/${unit}`)
    const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
    const names = set.map((assignment) => assignment.split('=')[0] ?? '')
    expect(names).toContain('DATA_DIR')
    expect(unknownVariables(names)).toEqual([])
    expect(releasedSources(root)).toContain(/^ExecStart=\S+ (\S+)$/m.exec(text)?.[1])
  })

  it('share the account, the folder and the settings with the command of operators', () => {
    const command = read('chowk')
    const valueIn = (text: string, name: string) => new RegExp(`\\b${name}=([^\\s"]+)`).exec(text)?.[1]
    for (const unit of units)
      for (const name of ['User', 'UMask', 'StateDirectory', 'DATA_DIR', 'EnvironmentFile'])
        expect([name, valueIn(command, name)]).toEqual([name, valueIn(read(`systemd/${unit}`), name)])
    expect(releasedSources(root)).toContain(/ (scripts\/\S+)/.exec(command)?.[1])
  })

  it.runIf(SYSTEMD)('are valid to systemd, which exposes little to them', () => {
    const { path, remove } = temporaryFolder()
    mkdirSync(join(path, 'units'))
    for (const unit of units)
      writeFileSync(
        join(path, 'units', unit.replace('@.', '@1.')),
        read(`systemd/${unit}`).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`),
      )
    const files = readdirSync(join(path, 'units')).map((unit) => join(path, 'units', unit))
    expect(files).toHaveLength(units.length)
    const analyse = (...args: string[]) => execFileSync(SYSTEMD ?? '', args, { encoding: 'utf8', stdio: 'pipe' })
    analyse('verify', '--man=no', ...files)
    for (const file of files) analyse('security', '--offline=true', '--threshold=25', file)
    remove()
  })
})
