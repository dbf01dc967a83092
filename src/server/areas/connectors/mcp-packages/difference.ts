/** What another version of a package names or offers that the installed one does not. */
import type { McpPackageDifference } from '#contract/connectors/mcp-packages.ts'
import { parted } from '#server/areas/connectors/packages/parted.ts'
import type { VersionRow } from './mcp-packages.store.ts'

function toolsOf({ tools: before }: VersionRow, { tools: after }: VersionRow): McpPackageDifference['tools'] {
  if (!before || !after) return { added: [], removed: [], changed: [] }
  const known = new Map(before.map((tool) => [tool.name, tool]))
  const changed = after.flatMap(({ name, hash, description }) => {
    const was = known.get(name)
    return was && was.hash !== hash ? [{ name, from: was.description, to: description }] : []
  })
  const names = [before, after].map((tools) => tools.map(({ name }) => name))
  return { ...parted(names[0] ?? [], names[1] ?? []), changed }
}

export const differenceOf = (before: VersionRow, after: VersionRow): McpPackageDifference => ({
  from: before.version,
  licence: before.licence === after.licence ? null : { from: before.licence, to: after.licence },
  named_hosts: parted(before.hosts, after.hosts),
  named_variables: parted(before.environment, after.environment),
  tools: toolsOf(before, after),
})
