/** MCP packages as people and admins see them. */
import type { McpPackage, McpPackageId, McpPackageSummary } from '#contract/connectors/mcp-packages.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { presentUses } from '#server/areas/connectors/packages/package-uses.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './mcp-packages.store.ts'
import { personalOf } from './settings.ts'

const presentSummary = ({ environment, ...row }: store.ListedRow): McpPackageSummary => ({
  ...row,
  personal: personalOf(environment),
})

export const factsOf = (row: store.VersionRow): McpPackage['facts'] => ({
  ...{ package: row.package, version: row.version, description: row.description, source: row.source },
  ...{ licence: row.licence, website: row.website, integrity: row.integrity, hash: row.hash },
  ...{ bytes: row.bytes, files: row.files, program: row.program },
  ...{ named_hosts: row.hosts, named_variables: row.environment, warnings: row.warnings, tools: row.tools },
})

/** By name. Disabled ones are for those who may enable them. */
export async function listMcpPackages(db: Database, person: UserId, mayManage: boolean): Promise<McpPackageSummary[]> {
  return (await store.listPackages(db, person, mayManage)).map(presentSummary)
}

/** @throws not_found */
export async function getMcpPackage(db: Database, person: UserId, id: McpPackageId): Promise<McpPackage> {
  const row = await store.findPackage(db, id)
  const listed = (await store.listPackages(db, person, true)).find((one) => one.id === id)
  const version = row && (await store.findVersionById(db, row.version_id))
  if (!row || !listed || !version) throw new AppError('not_found')
  const [people, uses, events] = [
    await store.countPeople(db, id),
    await store.findUses(db, id),
    await store.findEvents(db, row.package),
  ]
  return {
    ...presentSummary(listed),
    settings: { name: row.name, arguments: row.arguments, environment: row.environment, hosts: row.hosts },
    facts: factsOf(version),
    installed_at: row.installed_at.toISOString(),
    people,
    ...presentUses(uses, person, true),
    history: events.map(({ event, version: now, from_version, by_name, at }) => ({
      ...{ event, version: now, from: from_version, by: by_name, at: at.toISOString() },
    })),
  }
}
